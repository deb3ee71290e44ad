/**
 * Requests of withdrawals. Those of one owner run one at a time, whatever the device, so that two
 * cannot both fit under the daily limit. What was proven is written before the command: a request
 * that is sent again after a crash continues and needs no new codes.
 */
import { hash, randomUUID } from 'node:crypto';
import type { RequestWithdrawal } from '@glasshouse/core';
import type { Chain } from '@glasshouse/protocol/wallet';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import {
  DAY_MS,
  isOver,
  knownAddress,
  levelOf,
  limitRefusal,
  refusedField,
  type Destination,
  type KnownAddress,
  type LimitOf,
  type UsedToday,
} from './decide.ts';
import type { AskedTerms, WithdrawalExchange } from './exchange.ts';
import type { Authority, StoredRequest, WithdrawalStore } from './store.ts';

export interface Proofs {
  readonly code: string;
  readonly fundPassword: string | undefined;
  readonly googleCode: string | undefined;
}

/** Who asks, with what is asked of the account for this one call. */
export interface Requester {
  readonly userId: number;
  readonly idempotency: { readonly key: string } | null;
  readonly refusalNow: () => Refusal | null | Promise<Refusal | null>;
  /** What the request rests on, once it is proven. */
  readonly prove: () => Promise<Authority | Refusal>;
  /** Whether it may go to addresses of the book alone, whatever its owner has set. */
  readonly isBookOnly: boolean;
  /** Since when the device is known. */
  readonly deviceSinceMs: () => Promise<number>;
}

export interface OwnerFacts {
  readonly isVerified: boolean;
  readonly hasFundPassword: boolean;
  readonly isBookOnly: boolean;
}

type Pasted = Pick<Destination, 'address' | 'memo'>;

export interface RequestParts {
  readonly store: WithdrawalStore;
  readonly exchange: WithdrawalExchange;
  readonly owners: { readonly facts: (owner: number, nowMs: number) => Promise<OwnerFacts> };
  readonly destinationOf: (chain: Chain, pasted: Pasted) => Pasted | Refusal;
  readonly limitOf: LimitOf;
  /** Reviews the withdrawal after it was requested; see `act.ts`. */
  readonly acts: { readonly review: (withdrawal: number) => Promise<void> };
}

/** Nothing else of the owner's withdrawals may run meanwhile. */
export async function requestWithdrawal(
  parts: RequestParts,
  terms: AskedTerms,
  requester: Requester,
): Promise<{ id: string } | Refusal> {
  const { store, exchange } = parts;
  const requestHash = hash('sha256', JSON.stringify(terms), 'base64url');
  const key = { key: requester.idempotency?.key ?? `request.${randomUUID()}`, requestHash };
  const found = await store.findRequest(requester.userId, key.key);
  if (found !== undefined && isOver(found, exchange.nowMs())) {
    await store.removeRequest(found.request_id);
    return requestWithdrawal(parts, terms, requester);
  }
  if (found !== undefined && found.request_hash !== requestHash) return { error: 'request/key-reused' };
  if (found !== undefined && found.withdrawal_id !== null) return { id: String(found.withdrawal_id) };
  const keyed = { ...requester, idempotency: key };
  const proven = found ?? (await prove(parts, terms, keyed));
  return isRefusal(proven) ? proven : submitRequest(parts, proven, keyed);
}

type KeyedRequester = Requester & {
  readonly idempotency: { readonly key: string; readonly requestHash: string };
};

/** Checks everything else before the proofs, which can be used once. */
async function prove(
  parts: RequestParts,
  asked: AskedTerms,
  requester: KeyedRequester,
): Promise<StoredRequest | Refusal> {
  const { owners, exchange, store } = parts;
  const { userId: owner, idempotency } = requester;
  const refusal = await requester.refusalNow();
  if (refusal !== null) return refusal;
  const nowMs = exchange.nowMs();
  const facts = await owners.facts(owner, nowMs);
  const pasted = exchange.commandOf(asked, owner);
  if (isRefusal(pasted)) return pasted;
  const read = parts.destinationOf(asked.chain, asked);
  if (isRefusal(read)) return read;
  const destination = { ...asked, ...read, chainNumber: pasted.chain };
  const command = { ...pasted, address: read.address, memo: read.memo };
  const isBookOnly = facts.isBookOnly || requester.isBookOnly;
  const known = await checkDestination(store, owner, { destination, isBookOnly, nowMs });
  if (isRefusal(known)) return known;
  const error = await exchange.refusalOf(command);
  if (error !== null) return refusedField(error);
  const value = await valueWithin(parts, command, facts);
  if (isRefusal(value)) return value;
  if (!facts.hasFundPassword) return { error: 'funding/fund-password-unset', field: 'fundPassword' };
  const authority = await requester.prove();
  if (isRefusal(authority)) return authority;
  const deviceSinceMs = await requester.deviceSinceMs();
  const { type: _type, ...terms } = command;
  const added = await store.addRequest({
    ...terms,
    ...idempotency,
    value,
    addressSinceMs: known.sinceMs,
    deviceSinceMs,
    createdMs: nowMs,
    authority,
  });
  return added ?? { error: 'identity/changed-meanwhile' };
}

/** When a destination became known to its owner, or why nothing may go there yet. */
export async function checkDestination(
  store: WithdrawalStore,
  owner: number,
  {
    destination,
    isBookOnly,
    nowMs,
  }: { readonly destination: Destination; readonly isBookOnly: boolean; readonly nowMs: number },
): Promise<KnownAddress | Refusal> {
  const [book, paid] = await Promise.all([
    store.bookOf(owner, destination),
    store.paidTo(owner, destination.chainNumber),
  ]);
  return knownAddress(destination, { book, paid, isBookOnly }, nowMs);
}

/** The value in USDT, if the daily limit has room for it. */
async function valueWithin(
  { store, exchange, limitOf }: Pick<RequestParts, 'store' | 'exchange' | 'limitOf'>,
  { owner, asset, amount }: Pick<RequestWithdrawal, 'owner' | 'asset' | 'amount'>,
  { isVerified }: Pick<OwnerFacts, 'isVerified'>,
): Promise<number | Refusal> {
  const nowMs = exchange.nowMs();
  const value = exchange.valueOf(asset, amount);
  if (value === null || !exchange.isPriced(asset, nowMs)) return { error: 'market/no-price' };
  const used = await usedBy({ store, exchange }, owner, nowMs);
  return limitRefusal(value, used, limitOf(levelOf(isVerified))) ?? value;
}

/**
 * The withdrawals that an owner has requested within 24 hours and that were not returned. One
 * without a record of its request counts by the current index price.
 */
export async function usedBy(
  { store, exchange }: Pick<RequestParts, 'store' | 'exchange'>,
  owner: number,
  nowMs: number,
): Promise<UsedToday> {
  const rows = await store.requestedSince(owner, nowMs - DAY_MS);
  let sum = 0;
  for (const { asset, amount, value } of rows) sum += value ?? exchange.valueOf(asset, amount) ?? 0;
  return { sum, count: rows.length };
}

/**
 * The limit is asked again: if this one is continued, another may have come in between. One that
 * was made already, before an interruption, counts in the limit itself and is answered as it was.
 */
async function submitRequest(
  parts: RequestParts,
  request: StoredRequest,
  requester: KeyedRequester,
): Promise<{ id: string } | Refusal> {
  const { store, exchange, owners, acts } = parts;
  const { userId: owner } = requester;
  const { asset, amount } = request;
  const isMade = await exchange.isMade(requester);
  const facts = await owners.facts(owner, exchange.nowMs());
  const value = isMade ? 0 : await valueWithin(parts, { owner, asset, amount }, facts);
  const answer = isRefusal(value) ? value : await exchange.request(requester, request);
  if (isRefusal(answer)) {
    if (!isMade) await store.removeRequest(request.request_id);
    return answer;
  }
  await store.linkRequest(request.request_id, answer.id);
  await acts.review(answer.id);
  return { id: String(answer.id) };
}
