/** The calls of the wallet: balances, postings, transfers between accounts. */
import { POSTING_REASONS, WALLET } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { isRefusal, type CallNamed, type ParsedInputOf, type Refusal } from '@glasshouse/protocol';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import type { Ports } from '../../contract/ports.ts';
import { submitFor } from '../../contract/sequencer.ts';
import { addressHandlers } from './addresses.ts';
import { REFERRAL_SHARE_PPM } from './open-accounts.ts';
import { WHOLE } from '../../db/lists.ts';
import { readCosts } from './costs.ts';
import { readEarned } from './earned.ts';
import { exportLedger, exportTransfers } from './exports.ts';
import { readLedger, readTransfers } from './ledger-list.ts';
import { movedUnits } from './moved-units.ts';
import { readAssets, readCommissions, readPostings } from './queries.ts';
import { readHistory } from './history.ts';
import { exportStatement, readStatement } from './statement.ts';
import { exportForTaxes } from './tax-files.ts';
import { readTotals } from './totals.ts';
import { readRecordPostings } from './record-postings.ts';

const PPM_DECIMALS = 6;

export function walletHandlers(parts: Ports): FeatureHandlers<'wallet'> {
  const { database, catalogue, sequencer } = parts;
  return {
    'wallet/get-assets': ({ account }, { userId }) =>
      sequencer.read(() => readAssets(catalogue, userId, account)),
    'wallet/get-postings': ({ account, ...query }, { userId }) =>
      readPostings(database, catalogue, { owner: userId, wallet: account, ...query }),
    'wallet/get-commissions': async (_input, { userId }) => ({
      share: formatDecimal(REFERRAL_SHARE_PPM, PPM_DECIMALS),
      list: await readCommissions(database, catalogue, userId),
    }),
    'wallet/get-contract-assets': (_input, { userId }) =>
      sequencer.read(() => readAssets(catalogue, userId, WALLET.contract).list),
    'wallet/get-contract-postings': ({ tradeType, ...query }, { userId }) =>
      readPostings(database, catalogue, {
        owner: userId,
        wallet: WALLET.contract,
        reason: reasonOf(tradeType),
        ...query,
      }),
    'wallet/get-ledger': (query, { userId }) => readLedger(parts, { owner: userId, ...query }),
    'wallet/export-ledger': (query, { userId }) => exportLedger(parts, { owner: userId, ...query, ...WHOLE }),
    'wallet/export-for-taxes': (query, { userId }) =>
      exportForTaxes({ ...parts, platform: parts.brand.current.name }, { owner: userId, ...query }),
    'wallet/export-transfers': (query, { userId }) =>
      exportTransfers(parts, { owner: userId, ...query, ...WHOLE }),
    'wallet/get-record-counts': async (_input, { userId }) => ({
      counts: await parts.recordCounts(userId),
    }),
    'wallet/get-transfers': (query, { userId }) => readTransfers(parts, { owner: userId, ...query }),
    'wallet/get-record-postings': (query, { userId }) =>
      readRecordPostings(parts, { owner: userId, ...query }),
    'wallet/get-earned': (_input, { userId }) => readEarned(parts, userId),
    'wallet/get-costs': (_input, { userId }) => readCosts(parts, userId),
    'wallet/get-totals': (query, { userId }) =>
      readTotals(parts, { owner: userId, ...query, nowMs: sequencer.nowMs() }),
    'wallet/get-history': ({ days }, { userId }) =>
      readHistory(parts, { owner: userId, days, nowMs: sequencer.nowMs() }),
    'wallet/get-statement': ({ year }, { userId }) =>
      readStatement(parts, { owner: userId, year, nowMs: sequencer.nowMs() }),
    'wallet/export-statement': ({ year }, { userId }) =>
      exportStatement(parts, { owner: userId, year, nowMs: sequencer.nowMs() }),
    'wallet/transfer': transfer(parts),
    ...addressHandlers(parts),
  };
}

/**
 * The reason that `tradeType` selects: 0 or absent selects all, n the nth reason of a posting, a
 * larger number none.
 */
function reasonOf(tradeType: number | undefined): string | undefined {
  if (tradeType === undefined || tradeType === 0) return undefined;
  return POSTING_REASONS[tradeType - 1] ?? 'unknown';
}

type Transferred = Pick<ParsedInputOf<CallNamed<'wallet/transfer'>>, 'type' | 'from' | 'to'>;

/**
 * The accounts of a transfer: `from` and `to`; without them `type` 1 means exchange to contract, 2
 * contract to exchange.
 */
function walletsOf({ type, from, to }: Transferred): readonly [from: number, to: number] | Refusal {
  if (from === undefined && to === undefined)
    return type === 1 ? [WALLET.exchange, WALLET.contract] : [WALLET.contract, WALLET.exchange];
  if (from === undefined) return invalidField('from', 'is needed with `to`');
  if (to === undefined) return invalidField('to', 'is needed with `from`');
  return from === to ? { error: 'wallet/same-account', field: 'to' } : [from, to];
}

function transfer({ catalogue, sequencer }: Ports): Handler<'wallet/transfer'> {
  return async (input, caller) => {
    const moved = movedUnits(catalogue, input);
    if (isRefusal(moved)) return moved;
    const wallets = walletsOf(input);
    if (isRefusal(wallets)) return wallets;
    const [from, to] = wallets;
    const command = { type: 'transfer', owner: caller.userId, from, to, ...moved } as const;
    const outcome = await submitFor(sequencer, caller, command);
    return isRefusal(outcome) ? outcome : undefined;
  };
}
