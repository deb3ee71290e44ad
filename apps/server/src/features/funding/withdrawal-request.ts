/**
 * Requests of withdrawals. Those of one owner run one at a time, whatever the device, so that two
 * cannot both fit under the daily limit. What was proven is written before the command: a request
 * that is sent again after a crash continues and needs no new codes.
 */
import { hash, randomUUID } from 'node:crypto';
import type { RequestWithdrawal } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { isRefusal, type ParsedInputOf, type Refusal, type CallNamed } from '@glasshouse/protocol';
import { CHAIN_NUMBERS } from '@glasshouse/protocol/funding';
import { sql, type Selectable } from 'kysely';
import { readAmount } from '../../values/amounts.ts';
import type { Caller, Handler } from '../../http/handler.ts';
import type { OwnerFacts } from '../../contract/owners.ts';
import type { Ports } from '../../contract/ports.ts';
import { isRepeated, submitFor } from '../../contract/sequencer.ts';
import { checkDestination } from './withdrawal-addresses.ts';
import { CONTINUED_MS, linkRequest, reviewNow } from './withdrawal-reviews.ts';
import type { WithdrawalRequestsTable } from './withdrawal-tables.ts';
import { DAILY_LIMITS, isPriced, usedBy, valueOf } from './withdrawal-values.ts';

type Input = ParsedInputOf<CallNamed<'funding/request-withdrawal'>>;
type StoredRequest = Selectable<WithdrawalRequestsTable>;
type Key = NonNullable<Caller['idempotency']>;

const VALUE_DECIMALS = 6;

export function requestWithdrawal(parts: Ports): Handler<'funding/request-withdrawal'> {
  return (input, caller) =>
    parts.ownerWork.run(String(caller.userId), () => requestAlone(parts, input, caller));
}

async function requestAlone(parts: Ports, input: Input, caller: Caller): Promise<{ id: string } | Refusal> {
  // The codes are no part of it: the hash is stored.
  const { code: _code, fundPassword: _fund, googleCode: _google, ...terms } = input;
  const requestHash = hash('sha256', JSON.stringify(terms), 'base64url');
  const key = { key: caller.idempotency?.key ?? `request.${randomUUID()}`, requestHash };
  const found = await findRequest(parts, caller.userId, key.key);
  if (found !== undefined && isOver(found, parts.sequencer.nowMs())) {
    await removeRequest(parts, found);
    return requestAlone(parts, input, caller);
  }
  if (found !== undefined && found.request_hash !== requestHash) return { error: 'request/key-reused' };
  if (found !== undefined && found.withdrawal_id !== null) return { id: String(found.withdrawal_id) };
  const proven = found ?? (await prove(parts, { input, caller, key }));
  return isRefusal(proven) ? proven : submitRequest(parts, proven, { ...caller, idempotency: key });
}

const isOver = ({ withdrawal_id, created_ms }: StoredRequest, nowMs: number): boolean =>
  withdrawal_id === null && created_ms <= nowMs - CONTINUED_MS;

async function removeRequest({ database }: Ports, { request_id }: StoredRequest): Promise<void> {
  await database.kysely.deleteFrom('withdrawal_requests').where('request_id', '=', request_id).execute();
}

function findRequest({ database }: Ports, userId: number, key: string): Promise<StoredRequest | undefined> {
  return database.kysely
    .selectFrom('withdrawal_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_key', '=', key)
    .executeTakeFirst();
}

interface Asked {
  readonly input: Input;
  readonly caller: Caller;
  readonly key: Key;
}

/** Checks everything else before the proofs, which can be used once. */
async function prove(parts: Ports, asked: Asked): Promise<StoredRequest | Refusal> {
  const { ownerProof, owners, sequencer, database } = parts;
  const { input, caller, key } = asked;
  const refusal = await caller.refusalNow();
  if (refusal !== null) return refusal;
  const nowMs = sequencer.nowMs();
  const facts = await owners.facts(caller.userId, nowMs);
  const command = commandOf(parts, input, caller.userId);
  if (isRefusal(command)) return command;
  const destination = { ...input, chainNumber: command.chain };
  const known = await checkDestination(database, caller.userId, {
    destination,
    isBookOnly: facts.isBookOnly,
    nowMs,
  });
  if (isRefusal(known)) return known;
  const error = await sequencer.read(() => parts.catalogue.exchange.features.funding.requestRefusal(command));
  if (error !== null) return { error, ...fieldOf(error) };
  const value = await valueWithin(parts, command, facts);
  if (isRefusal(value)) return value;
  if (!facts.hasFundPassword) return { error: 'funding/fund-password-unset', field: 'fundPassword' };
  const { code, fundPassword, googleCode } = input;
  const proven = await ownerProof.prove(caller, { code, fundPassword, googleCode });
  if (isRefusal(proven)) return proven;
  const { chain, asset, amount, fee, address, memo } = command;
  const deviceSinceMs = await owners.deviceSinceMs(caller);
  // The credentials and the session must be those of the proof.
  const { rows } = await sql<StoredRequest>`
    insert into withdrawal_requests (user_id, request_key, request_hash, chain, asset, amount, fee,
      address, memo, value, address_since_ms, device_since_ms, created_ms)
    select user_id, ${key.key}, ${key.requestHash}, ${chain}, ${asset}, ${amount}, ${fee}, ${address},
      ${memo}, ${value}, ${known.sinceMs}, ${deviceSinceMs}, ${nowMs}
    from users where user_id = ${caller.userId} and credential_version = ${proven.credentialVersion}
      and exists (select 1 from sessions where session_key = ${caller.sessionKey})
    returning *`.execute(database.kysely);
  return rows[0] ?? { error: 'identity/changed-meanwhile' };
}

function commandOf({ catalogue }: Ports, input: Input, owner: number): RequestWithdrawal | Refusal {
  const asset = catalogue.asset(input.currency);
  const chain = CHAIN_NUMBERS[input.chain];
  if (asset === undefined) return { error: 'wallet/unknown-asset', field: 'currency' };
  if (catalogue.exchange.features.funding.coins.find(chain, asset.asset) === undefined)
    return { error: 'wallet/chain-unknown', field: 'chain' };
  const amount = readAmount(input.amount, {
    field: 'amount',
    decimals: asset.decimals,
    tooPrecise: 'request/invalid',
    missing: 'funding/amount-missing',
    tooLarge: 'funding/above-maximum',
  });
  if (isRefusal(amount)) return amount;
  const fee = parseDecimal(input.fee, asset.decimals);
  if (typeof fee !== 'number') return { error: 'funding/fee-changed', field: 'fee' };
  const { address, memo } = input;
  return { type: 'request-withdrawal', owner, chain, asset: asset.asset, amount, fee, address, memo };
}

const AMOUNT_REFUSALS: ReadonlySet<string> = new Set([
  'funding/amount-missing',
  'funding/below-minimum',
  'funding/above-maximum',
  'wallet/insufficient-balance',
]);
const fieldOf = (error: string): { field?: string } => {
  if (AMOUNT_REFUSALS.has(error)) return { field: 'amount' };
  return error === 'funding/fee-changed' ? { field: 'fee' } : {};
};

/** The value in USDT, if the daily limit has room for it. */
async function valueWithin(
  parts: Ports,
  { owner, asset, amount }: Pick<RequestWithdrawal, 'owner' | 'asset' | 'amount'>,
  { isVerified }: Pick<OwnerFacts, 'isVerified'>,
): Promise<number | Refusal> {
  const nowMs = parts.sequencer.nowMs();
  const value = valueOf(parts.catalogue, asset, amount);
  if (value === null || !isPriced(parts.catalogue, asset, nowMs)) return { error: 'market/no-price' };
  const { sum } = await usedBy(parts, owner, nowMs);
  const left = Math.max(0, DAILY_LIMITS[isVerified ? 'verified' : 'unverified'] - sum);
  if (value <= left) return value;
  const params = { left: formatDecimal(left, VALUE_DECIMALS) };
  return { error: 'funding/daily-limit', field: 'amount', params };
}

/**
 * The limit is asked again: if this one is continued, another may have come in between. One that
 * was made already, before an interruption, counts in the limit itself and is answered as it was.
 */
async function submitRequest(
  parts: Ports,
  request: StoredRequest,
  caller: Caller,
): Promise<{ id: string } | Refusal> {
  const { userId: owner } = caller;
  const { chain, asset, amount, fee, address, memo } = request;
  const isMade = await isRepeated(parts.sequencer, caller);
  const facts = await parts.owners.facts(owner, parts.sequencer.nowMs());
  const value = isMade ? 0 : await valueWithin(parts, { owner, asset, amount }, facts);
  const command = { type: 'request-withdrawal', owner, chain, asset, amount, fee, address, memo } as const;
  const answer = isRefusal(value) ? value : await submitFor(parts.sequencer, caller, command);
  if (isRefusal(answer)) {
    if (!isMade) await removeRequest(parts, request);
    return answer;
  }
  await linkRequest(parts, request.request_id, answer.id);
  await reviewNow(parts, answer.id);
  return { id: String(answer.id) };
}
