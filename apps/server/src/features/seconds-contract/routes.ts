/**
 * The calls of seconds contracts. No call anywhere can set a price or an outcome: the core settles
 * from public ticks alone.
 */
import { isRefusal } from '@glasshouse/protocol';
import { formatDecimal } from '@glasshouse/money';
import { readAmount } from '../../values/amounts.ts';
import { dayOf } from '../../values/days.ts';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import type { Ports } from '../../contract/ports.ts';
import { submitFor } from '../../contract/sequencer.ts';
import { readResults, STAKE_COIN } from './day-results.ts';
import { csvDownload } from '../../http/csv.ts';
import { listPages, WHOLE } from '../../db/lists.ts';
import { POSITION_COLUMNS } from './csv-columns.ts';
import { endedList, readEndedPositions, readOpenPositions, readPosition } from './queries.ts';
import { positionRowOf } from './rows.ts';

export function secondsContractHandlers(parts: Ports): FeatureHandlers<'seconds-contract'> {
  const { catalogue, sequencer } = parts;
  return {
    'seconds-contract/open-position': openPosition(parts),
    'seconds-contract/get-position': getPosition(parts),
    'seconds-contract/get-record': ({ entryStatus, ...query }, { userId }) =>
      entryStatus === 0
        ? sequencer.read(() => readOpenPositions(catalogue, { owner: userId, ...query }))
        : readEndedPositions(parts, { owner: userId, ...query }),
    'seconds-contract/export-record': (input, { userId }) =>
      csvDownload({
        kind: 'contracts',
        range: input,
        columns: POSITION_COLUMNS,
        pages: listPages(parts.database, endedList(parts, { owner: userId, ...input, ...WHOLE })),
      }),
    'seconds-contract/get-today': async (_input, { userId }) => {
      const { net, ...counts } = await readResults(parts, userId, dayOf(Date.now()));
      const decimals = catalogue.asset(STAKE_COIN)?.decimals ?? 0;
      return { ...counts, net: formatDecimal(net, decimals), currency: STAKE_COIN };
    },
  };
}

function openPosition(options: Ports): Handler<'seconds-contract/open-position'> {
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

function getPosition(options: Ports): Handler<'seconds-contract/get-position'> {
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
