/**
 * The endpoints of withdrawals. A request takes the path of the site's: the same checks, records,
 * limits and reviews. What stands for the codes is the key, which its owner has proven, whose
 * permission has waited, and which reaches the address book alone.
 */
import { WITHDRAWAL_STATUS as CORE_STATUS } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { WITHDRAW_WAIT_HOURS } from '@glasshouse/protocol/api-keys/rules';
import { WITHDRAWAL_STATUS, type ProgramWithdrawal } from '@glasshouse/protocol/funding/endpoints';
import { NETWORK_OF_CHAIN } from '@glasshouse/protocol/programs';
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../../contract/catalogue.ts';
import type { Networks } from '../../../contract/chain-parts.ts';
import type { Database } from '../../../db/database.ts';
import type { EndpointHandler, ProgramCaller, ProgramKey } from '../../../http/endpoint-handler.ts';
import { isName } from '../chain-amounts.ts';
import { chainName } from '../rows.ts';
import type { FundingWithdrawalsTable } from '../tables.ts';
import type { InTurn } from '../withdrawals/act.ts';
import type { AskedTerms, WithdrawalExchange } from '../withdrawals/exchange.ts';
import { requestWithdrawal, type Requester, type RequestParts } from '../withdrawals/request.ts';
import { onNetwork } from './networks.ts';

const HOUR_MS = 3_600_000;
/** No Idempotency-Key has a slash: names of programs never meet keys of the site's calls. */
const NAMED = 'withdrawal/';

export interface ProgramWithdrawalParts extends RequestParts {
  readonly database: Pick<Database, 'kysely'>;
  readonly catalogue: Catalogue;
  readonly networks: Pick<Networks, 'all'>;
  readonly exchange: WithdrawalExchange;
  readonly inTurn: InTurn;
}

export function applyWithdrawal(parts: ProgramWithdrawalParts): EndpointHandler<'funding/apply-withdrawal'> {
  return (input, caller) =>
    parts.inTurn(caller.userId, async () => {
      const requester = requesterOf(caller, input.withdrawOrderId);
      const terms = await termsOf(parts, input, requester);
      const answer = isRefusal(terms) ? terms : await requestWithdrawal(parts, terms, requester);
      return isRefusal(answer) ? inTheirNames(answer) : answer;
    });
}

function requesterOf(caller: ProgramCaller, name: string | undefined): Requester {
  const { userId, refusalNow } = caller;
  const key = keyOf(caller);
  return {
    userId,
    idempotency: name === undefined ? null : { key: NAMED + name },
    refusalNow,
    prove: async () => ({ keyId: key.keyId }),
    isBookOnly: true,
    deviceSinceMs: async () => key.withdrawsFromMs - WITHDRAW_WAIT_HOURS * HOUR_MS,
  };
}

function keyOf({ key }: ProgramCaller): ProgramKey {
  if (key === null) throw new Error('a withdrawal is asked for without a key');
  return key;
}

type Asked = Parameters<EndpointHandler<'funding/apply-withdrawal'>>[0];

/** A request that is sent again has the fee of the first time, so that its terms are the same. */
async function termsOf(
  { store, exchange, ...parts }: ProgramWithdrawalParts,
  { coin, network, address, addressTag: memo, amount: asked }: Asked,
  { userId, idempotency }: Requester,
): Promise<AskedTerms | Refusal> {
  const on = onNetwork(parts, { coin, network });
  if (isRefusal(on)) return on;
  const { chain, asset } = on;
  const { decimals } = asset;
  const before = idempotency === null ? undefined : await store.findRequest(userId, idempotency.key);
  const fee = before?.fee ?? exchange.feeOf(chain, asset.asset);
  if (fee === null) return { error: 'wallet/chain-unknown', field: 'network' };
  const taken = parseDecimal(asked, decimals);
  if (taken === 'too-large') return { error: 'funding/above-maximum', field: 'amount' };
  if (typeof taken !== 'number')
    return { error: 'request/invalid', field: 'amount', params: tooPrecise(decimals) };
  if (taken <= fee) return { error: 'funding/below-minimum', field: 'amount' };
  const text = (units: number): string => formatDecimal(units, decimals);
  return { currency: coin, chain, address, memo, amount: text(taken - fee), fee: text(fee) };
}

const tooPrecise = (decimals: number) => ({ field: 'amount', reason: `at most ${decimals} decimals` });

const FIELDS: Readonly<Record<string, string>> = { currency: 'coin', chain: 'network', memo: 'addressTag' };

/** The fee is no parameter: whoever finds that it has just changed sends the request again. */
function inTheirNames({ field, ...refusal }: Refusal): Refusal {
  if (field === undefined || field === 'fee') return refusal;
  const named = FIELDS[field] ?? field;
  return { ...refusal, field: named };
}

type Row = FundingWithdrawalsTable & { readonly request_key: string | null };

export function queryWithdrawals({
  database,
  catalogue,
}: Pick<ProgramWithdrawalParts, 'database' | 'catalogue'>): EndpointHandler<'funding/query-withdrawals'> {
  return async (asked, { userId }) => {
    const asset = asked.coin === undefined ? null : catalogue.asset(asked.coin);
    if (asset === undefined) return { error: 'wallet/unknown-asset', field: 'coin' };
    const conditions = conditionsOf(asked, { owner: userId, asset: asset?.asset ?? null });
    const { rows } = await sql<Row>`
      select w.*, r.request_key from funding_withdrawals w left join withdrawal_requests r using (withdrawal_id)
      where ${sql.join(conditions, sql` and `)}
      order by w.requested_ms desc, w.withdrawal_id desc limit ${asked.limit} offset ${asked.offset}`.execute(
      database.kysely,
    );
    return rows.map((row) => rowOf(catalogue, row));
  };
}

const STATUS_OF = {
  [CORE_STATUS.requested]: WITHDRAWAL_STATUS.pending,
  [CORE_STATUS.approved]: WITHDRAWAL_STATUS.paying,
  [CORE_STATUS.settled]: WITHDRAWAL_STATUS.finished,
  [CORE_STATUS.rejected]: WITHDRAWAL_STATUS.rejected,
  [CORE_STATUS.cancelled]: WITHDRAWAL_STATUS.cancelled,
} as const;
const NO_STATUS = -1;

function conditionsOf(
  {
    status,
    withdrawOrderId,
    startTime,
    endTime,
  }: Parameters<EndpointHandler<'funding/query-withdrawals'>>[0],
  { owner, asset }: { readonly owner: number; readonly asset: number | null },
): RawBuilder<unknown>[] {
  const kept = Object.entries(STATUS_OF).find(([, one]) => one === status)?.[0] ?? NO_STATUS;
  return [
    sql`w.owner = ${owner}`,
    ...(asset === null ? [] : [sql`w.asset = ${asset}`]),
    ...(status === undefined ? [] : [sql`w.status = ${Number(kept)}`]),
    ...(withdrawOrderId === undefined ? [] : [sql`r.request_key = ${NAMED + withdrawOrderId}`]),
    ...(startTime === undefined ? [] : [sql`w.requested_ms >= ${startTime}`]),
    ...(endTime === undefined ? [] : [sql`w.requested_ms <= ${endTime}`]),
  ];
}

function rowOf(catalogue: Catalogue, row: Row): ProgramWithdrawal {
  const { code, decimals } = catalogue.assetAt(row.asset);
  const chain = chainName(row.chain);
  const status = STATUS_OF[row.status as keyof typeof STATUS_OF];
  const isDone = status === WITHDRAWAL_STATUS.finished;
  const name = row.request_key?.startsWith(NAMED) === true ? row.request_key.slice(NAMED.length) : null;
  return {
    id: String(row.withdrawal_id),
    amount: formatDecimal(row.amount, decimals),
    transactionFee: formatDecimal(row.fee, decimals),
    coin: code,
    network: isName(chain) ? NETWORK_OF_CHAIN[chain] : chain,
    status,
    address: row.address,
    addressTag: row.memo,
    txId: row.txid,
    applyTime: secondText(row.requested_ms),
    ...(isDone ? { completeTime: secondText(row.changed_ms) } : {}),
    transferType: 0,
    ...(name === null ? {} : { withdrawOrderId: name }),
    info: '',
    walletType: 0,
  };
}

/** UTC, such as '2026-12-01 05:00:00'. */
const secondText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
