/** The calls of seconds contracts. Nothing here, or anywhere, can name a price or an outcome: the core settles from public ticks alone. */
import { POSTING_REASONS, WALLET } from '@glasshouse/core';
import { isRefusal } from '@glasshouse/protocol';
import type { PublicTick } from '@glasshouse/protocol/market';
import type { AssetRow, PostingRow } from '@glasshouse/protocol/seconds-contract';
import { formatDecimal } from '@glasshouse/money';
import { readAmount } from '../../amounts.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { Database } from '../../db/database.ts';
import type { Page, PageRequest } from '../../db/paged.ts';
import { dayOf } from '../../days.ts';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import { submitFor, type Sequencer } from '../../sequencer.ts';
import { readResults, STAKE_COIN } from './day-results.ts';
import { readEndedPositions, readOpenPositions, readPosition } from './queries.ts';
import { positionRowOf } from './rows.ts';

/** What of the wallet these calls show: composed in features.ts. */
export interface WalletReads {
  assets(owner: number, wallet: number): Promise<AssetRow[]>;
  postings(
    query: PageRequest & {
      readonly owner: number;
      readonly wallet: number;
      readonly currency?: string | undefined;
      readonly reason?: string | undefined;
    },
  ): Promise<Page<PostingRow>>;
}

export interface SecondsContractOptions {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
  readonly wallet: WalletReads;
  /** A public tick by its number; null when it is not known. */
  readonly readTick: (tick: number) => Promise<PublicTick | null>;
}

export function secondsContractHandlers(
  options: SecondsContractOptions,
): FeatureHandlers<'seconds-contract'> {
  const { catalogue, sequencer, wallet } = options;
  return {
    'seconds-contract/open-position': openPosition(options),
    'seconds-contract/get-position': getPosition(options),
    'seconds-contract/get-record': ({ entryStatus, ...query }, { userId }) =>
      entryStatus === 0
        ? sequencer.read(() => readOpenPositions(catalogue, { owner: userId, ...query }))
        : readEndedPositions(options, { owner: userId, ...query }),
    'seconds-contract/get-today': async (_input, { userId }) => {
      const { net, ...counts } = await readResults(options, userId, dayOf(Date.now()));
      const decimals = catalogue.asset(STAKE_COIN)?.decimals ?? 0;
      return { ...counts, net: formatDecimal(net, decimals), currency: STAKE_COIN };
    },
    'seconds-contract/get-assets': (_input, { userId }) => wallet.assets(userId, WALLET.contract),
    'seconds-contract/get-assets-record': ({ tradeType, ...query }, { userId }) =>
      wallet.postings({ owner: userId, wallet: WALLET.contract, reason: reasonOf(tradeType), ...query }),
  };
}

/** tradeType 0 or absent: all; n: the nth reason of a posting; beyond them: none. */
function reasonOf(tradeType: number | undefined): string | undefined {
  if (tradeType === undefined || tradeType === 0) return undefined;
  return POSTING_REASONS[tradeType - 1] ?? 'unknown';
}

function openPosition(options: SecondsContractOptions): Handler<'seconds-contract/open-position'> {
  const { catalogue, sequencer } = options;
  return async (input, caller) => {
    const named = catalogue.market(input.baseCoin, input.quoteCoin);
    if (named === undefined) return { error: 'market/unknown-pair', field: 'baseCoin' };
    const stake = readAmount(input.openAmount, {
      field: 'openAmount',
      decimals: named.quote.decimals,
      missing: 'seconds-contract/amount-missing',
      tooPrecise: 'request/invalid',
      tooLarge: 'seconds-contract/above-maximum',
    });
    if (isRefusal(stake)) return stake;
    const outcome = await submitFor(sequencer, caller, {
      type: 'open-position',
      owner: caller.userId,
      market: named.market.definition.market,
      direction: input.tradeType === 1 ? 1 : 2,
      stake,
      seconds: input.positionTime,
    });
    return isRefusal(outcome) ? outcome : { id: String(outcome.id) };
  };
}

function getPosition(options: SecondsContractOptions): Handler<'seconds-contract/get-position'> {
  return async ({ id }, { userId }) => {
    const position = await readPosition(options, userId, Number(id));
    if (position === null) return { error: 'request/not-found', field: 'id' };
    const tickAt = (tick: number) => (tick === 0 ? Promise.resolve(null) : options.readTick(tick));
    const [open, finish] = await Promise.all([tickAt(position.openTick), tickAt(position.finishTick)]);
    return {
      ...positionRowOf(options.catalogue, position),
      ticks: { open, finish },
    };
  };
}
