/**
 * The calls of spot trading. They check the form of input; the core checks the rules of the market.
 */
import { ORDER_STATUS, VOLUME_DAYS, type Command } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { FeeTiers, OrderRow } from '@glasshouse/protocol/spot';
import type { Catalogue } from '../../contract/catalogue.ts';
import { ReplyText, type FeatureHandlers, type Handler } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import type { ReplyOf } from '../../pipeline/batch.ts';
import type { Ports } from '../../contract/ports.ts';
import { isRepeated, submitFor, submitWithReply } from '../../contract/sequencer.ts';
import { csvDownload } from '../../http/csv.ts';
import { listPages, WHOLE } from '../../db/lists.ts';
import { FILL_COLUMNS, ORDER_COLUMNS } from './csv-columns.ts';
import { amendCommand } from './amend-input.ts';
import { ocoCommand, orderCommand, shortest } from './order-input.ts';
import { findOrder, numberOf, storedOrder } from './order-name.ts';
import { fillList, orderList, readFills, readOrder, readOrders } from './queries.ts';
import { orderResultOf, orderRowOf, previewRowOf, typeOf, type OrderFields } from './rows.ts';

export function spotHandlers(parts: Ports): FeatureHandlers<'spot'> {
  return {
    'spot/place-order': place(parts),
    'spot/preview-order': preview(parts),
    'spot/place-oco': oco(parts),
    'spot/amend-order': amend(parts),
    'spot/get-fees': fees(parts),
    'spot/get-fee-tiers': () => feeTiers(parts),
    'spot/cancel-order': cancel(parts),
    'spot/cancel-all': cancelAll(parts),
    'spot/get-order': async (input, { userId }) => {
      const found = await storedOrder(parts, userId, input);
      if (isRefusal(found)) return found;
      const [row] = await withTriggers(parts, userId, [orderRowOf(parts.catalogue, found)]);
      return row!;
    },
    'spot/get-orders': async (input, { userId }) => {
      const page = await readOrders(parts, { owner: userId, ...input });
      return { ...page, list: await withTriggers(parts, userId, page.list) };
    },
    'spot/export-orders': (input, { userId }) =>
      csvDownload({
        kind: 'orders',
        range: input,
        columns: ORDER_COLUMNS,
        pages: listPages(parts.database, orderList(parts, { owner: userId, ...input, ...WHOLE })),
      }),
    'spot/get-fills': (input, { userId }) => readFills(parts, { owner: userId, ...input }),
    'spot/export-fills': async (input, { userId }) =>
      csvDownload({
        kind: 'fills',
        range: input,
        columns: FILL_COLUMNS,
        pages: listPages(parts.database, await fillList(parts, { owner: userId, ...input, ...WHOLE })),
      }),
  };
}

/**
 * Puts the current triggers of trailing stops into rows, because the stored ones are updated at
 * every tenth tick only.
 */
async function withTriggers(
  { catalogue, sequencer }: Ports,
  owner: number,
  rows: readonly OrderRow[],
): Promise<OrderRow[]> {
  const isTrailing = ({ type, waiting }: OrderRow): boolean => type === 'trailing-stop' && waiting;
  if (!rows.some(isTrailing)) return [...rows];
  const { spot } = catalogue.exchange.features;
  return sequencer.read(() =>
    rows.map((row) => {
      const live = isTrailing(row) ? spot.openOrder(owner, Number(row.id)) : null;
      if (live === null) return row;
      return { ...row, triggerPrice: orderRowOf(catalogue, { ...live, changedMs: 0 }).triggerPrice };
    }),
  );
}

function place(options: Ports): Handler<'spot/place-order'> {
  const { catalogue, sequencer } = options;
  return async (input, caller) => {
    const named = catalogue.market(input.baseCoin, input.quoteCoin);
    if (named === undefined) return { error: 'market/unknown-pair', field: 'baseCoin' };
    const ordered = orderCommand(caller.userId, input, named);
    if (isRefusal(ordered)) return ordered;
    const command = shortest(ordered);
    const answer = await submitWithReply(sequencer, caller, { command, replyOf: orderReply(catalogue) });
    if (isRefusal(answer)) return withField(answer, input);
    if (answer.reply !== null) return new ReplyText(answer.reply);
    return orderResultOf(catalogue, await orderNow(options, answer.id));
  };
}

interface NamedFields {
  readonly clientOrderId?: string | undefined;
  readonly stopLossPrice?: string | undefined;
}

/**
 * Names the field of refusals that the core finds in one; of a clientOrderId that another open
 * order has also says which.
 */
function withField(refusal: Refusal, { clientOrderId, stopLossPrice }: NamedFields): Refusal {
  switch (refusal.error) {
    case 'spot/client-order-id-taken':
      return { ...refusal, field: 'clientOrderId', params: { clientOrderId: clientOrderId ?? '' } };
    case 'spot/visible-out-of-range':
      return { ...refusal, field: 'visibleAmount' };
    case 'spot/expiry-out-of-range':
      return { ...refusal, field: 'expireTime' };
    case 'spot/exit-out-of-range':
      return { ...refusal, field: stopLossPrice === undefined ? 'takeProfitPrice' : 'stopLossPrice' };
    default:
      return refusal;
  }
}

function preview({ catalogue, sequencer }: Ports): Handler<'spot/preview-order'> {
  return async (input, { userId }) => {
    const named = catalogue.market(input.baseCoin, input.quoteCoin);
    if (named === undefined) return { error: 'market/unknown-pair', field: 'baseCoin' };
    const command = orderCommand(userId, input, named);
    if (isRefusal(command)) return command;
    if (command.type !== 'place-extended' && command.type !== 'place-conditional')
      throw new Error(`an order is not placed by ${command.type}`);
    const { previews } = catalogue.exchange.features.spot;
    const found = await sequencer.read(() => previews.of(command, sequencer.nowMs()));
    return typeof found === 'string'
      ? withField({ error: found }, input)
      : previewRowOf(named, command, found);
  };
}

/**
 * The order as the command left it: a repeated request gets the same reply, whatever has happened
 * to the order since.
 */
function orderReply(catalogue: Catalogue): ReplyOf {
  return (outcome, events) => {
    const last = events.findLast(({ event }) => event.type === 'order-changed' && event.order === outcome.id);
    if (last?.event.type !== 'order-changed') return null;
    return JSON.stringify(orderResultOf(catalogue, { ...last.event, changedMs: last.timeMs }));
  };
}

const ocoReply: ReplyOf = (outcome, events) => {
  const leg = events.find(({ event }) => event.type === 'order-changed' && event.order === outcome.id)?.event;
  return leg?.type === 'order-changed' ? JSON.stringify(ocoAnswer(leg)) : null;
};

function ocoAnswer({ order, partner }: Pick<OrderFields, 'order' | 'partner'>) {
  return { id: String(order), stopId: String(partner) };
}

/** Keys of versions before 0.2 have no reply; they get the order's current state. */
async function orderNow({ database }: Ports, order: number): Promise<OrderFields> {
  const found = await readOrder(database, order);
  if (found === null) throw new Error(`order ${order} is not in the database`);
  return found;
}

function oco(options: Ports): Handler<'spot/place-oco'> {
  const { catalogue, sequencer } = options;
  return async (input, caller) => {
    const named = catalogue.market(input.baseCoin, input.quoteCoin);
    if (named === undefined) return { error: 'market/unknown-pair', field: 'baseCoin' };
    const command = ocoCommand(caller.userId, input, named);
    if (isRefusal(command)) return command;
    const answer = await submitWithReply(sequencer, caller, { command, replyOf: ocoReply });
    if (isRefusal(answer)) return withField(answer, input);
    if (answer.reply !== null) return new ReplyText(answer.reply);
    return ocoAnswer(await orderNow(options, answer.id));
  };
}

/**
 * Omitted fields keep their value. Concurrent amendments of one order run one after the other, so
 * that none overwrites another.
 */
function amend(options: Ports): Handler<'spot/amend-order'> {
  const mutex = new KeyedMutex();
  const amendNow = amendAlone(options);
  return async (input, caller) => {
    const found = await findOrder(options, caller.userId, input);
    if (isRefusal(found)) return found;
    const { order, partner } = found;
    // The legs of an OCO are amended together, whichever of them the request names.
    const first = partner === 0 ? order : Math.min(order, partner);
    return mutex.run(`${caller.userId}:${first}`, () => amendNow({ ...input, id: String(order) }, caller));
  };
}

function amendAlone(options: Ports): Handler<'spot/amend-order'> {
  const { catalogue, sequencer } = options;
  return async (input, caller) => {
    const { userId: owner } = caller;
    // Read again, because an amendment before it may have changed it.
    const found = await findOrder(options, owner, { id: input.id });
    if (isRefusal(found)) return found;
    const { order } = found;
    const named = catalogue.marketAt(found.market);
    const { spot } = catalogue.exchange.features;
    const partner =
      found.partner === 0 ? null : await sequencer.read(() => spot.openOrder(owner, found.partner));
    const read = amendCommand(input, { ...found, type: typeOf(found) }, { named, partner });
    // A repeated request gets its answer, whatever its fields mean for the order as it is now.
    const isOver = found.status !== ORDER_STATUS.unfinished || (await isRepeated(sequencer, caller));
    if (isRefusal(read) && !isOver) return read;
    const command: Command = isRefusal(read)
      ? { type: 'amend-order', owner, order, price: 1, lots: 1 }
      : read;
    const answer = await submitWithReply(sequencer, caller, { command, replyOf: orderReply(catalogue) });
    if (isRefusal(answer)) return answer;
    if (answer.reply !== null) return new ReplyText(answer.reply);
    return orderResultOf(catalogue, await orderNow(options, order));
  };
}

const PPM_DECIMALS = 6;

function fees({ catalogue, sequencer }: Ports): Handler<'spot/get-fees'> {
  return async ({ baseCoin, quoteCoin }, { userId }) => {
    const named = catalogue.market(baseCoin, quoteCoin);
    if (named === undefined) return { error: 'market/unknown-pair', field: 'baseCoin' };
    const { fees: schedule } = catalogue.exchange.features.spot;
    const { tier, volume, today } = await sequencer.read(() => schedule.feeStateOf(userId));
    const { definition } = schedule;
    const coin = definition === null ? null : catalogue.assetAt(definition.asset);
    const money = (units: number): string => formatDecimal(units, coin?.decimals ?? 0);
    const ratesOf = (of: number): { makerRate: string; takerRate: string } => {
      const { maker, taker } = named.market.feesOf(of);
      return { makerRate: formatDecimal(maker, PPM_DECIMALS), takerRate: formatDecimal(taker, PPM_DECIMALS) };
    };
    return {
      ...ratesOf(tier),
      tier,
      volume: money(volume),
      today: money(today),
      volumeCoin: coin?.code ?? null,
      tiers: (definition?.tiers ?? []).map((one, i) => ({ volume: money(one.volume), ...ratesOf(i) })),
    };
  };
}

function feeTiers({ catalogue }: Ports): FeeTiers {
  const { definition } = catalogue.exchange.features.spot.fees;
  if (definition === null) return { volumeCoin: null, days: VOLUME_DAYS, tiers: [] };
  const { code, decimals } = catalogue.assetAt(definition.asset);
  const tiers = definition.tiers.map(({ volume, makerSharePpm, takerSharePpm }) => ({
    volume: formatDecimal(volume, decimals),
    makerSharePpm,
    takerSharePpm,
  }));
  return { volumeCoin: code, days: VOLUME_DAYS, tiers };
}

function cancel(parts: Ports): Handler<'spot/cancel-order'> {
  return async (input, caller) => {
    const { userId: owner } = caller;
    const order = await numberOf(parts, owner, input);
    if (isRefusal(order)) return order;
    const outcome = await submitFor(parts.sequencer, caller, { type: 'cancel-order', owner, order });
    return isRefusal(outcome) ? outcome : undefined;
  };
}

const EVERY_MARKET = -1;

function cancelAll({ sequencer, catalogue }: Ports): Handler<'spot/cancel-all'> {
  return async ({ baseCoin, quoteCoin }, caller) => {
    let market = EVERY_MARKET;
    if (baseCoin !== undefined || quoteCoin !== undefined) {
      if (baseCoin === undefined) return invalidField('baseCoin', 'is required');
      if (quoteCoin === undefined) return invalidField('quoteCoin', 'is required');
      const named = catalogue.market(baseCoin, quoteCoin);
      if (named === undefined) return { error: 'market/unknown-pair', field: 'baseCoin' };
      if (!named.market.takesCancels) return { error: 'market/halted', field: 'baseCoin' };
      market = named.market.definition.market;
    }
    const { spot } = catalogue.exchange.features;
    // Without an order there is no command, which would be written.
    if (!(await sequencer.read(() => spot.hasOpenOrders(caller.userId)))) return { cancelled: 0 };
    const outcome = await submitFor(sequencer, caller, { type: 'cancel-all', owner: caller.userId, market });
    return isRefusal(outcome) ? outcome : { cancelled: outcome.count };
  };
}
