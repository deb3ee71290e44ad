/** The calls of price alerts. */
import { parseDecimal } from '@glasshouse/money';
import type { Refusal } from '@glasshouse/protocol';
import { PRICE_ALERTS_OF_USER_MAX, type PriceAlertRow } from '@glasshouse/protocol/price-alerts';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { ALERTS_MAX, type AlertWatch } from './alert-watch.ts';
import { rowOf } from './rows.ts';

type Parts = Pick<Ports, 'database' | 'catalogue' | 'ownerWork' | 'hub'>;

const UNKNOWN: Refusal = { error: 'market/unknown-pair', field: 'symbol' };
const TOO_MANY: Refusal = {
  error: 'price-alerts/too-many',
  params: { count: String(PRICE_ALERTS_OF_USER_MAX) },
};

export function priceAlertsHandlers(parts: Parts, watch: AlertWatch): FeatureHandlers<'price-alerts'> {
  const { database, catalogue, ownerWork, hub } = parts;
  const tell = (userId: number, alert: PriceAlertRow) =>
    hub.sendToUser(userId, { type: 'price-alert', channel: 'account', alert, tick: null });
  return {
    'price-alerts/get-all': (_input, { userId }) =>
      watch.book.ofUser(userId).map((alert) => rowOf(catalogue, alert)),
    // One after the other for a user: two calls at once cannot pass the limit together.
    'price-alerts/add': ({ symbol, price }, { userId }) =>
      ownerWork.run(String(userId), async () => {
        const named = catalogue.openedMarkets.find((each) => each.symbol === symbol);
        if (named === undefined) return UNKNOWN;
        const row = await add(parts, watch, { userId, named, text: price });
        if (!('error' in row)) tell(userId, row);
        return row;
      }),
    'price-alerts/remove': async ({ id }, { userId }) => {
      const alert = watch.book.ofUser(userId).find((each) => String(each.id) === id);
      if (alert === undefined || !watch.book.remove(alert))
        return { error: 'request/not-found', field: 'id' };
      await database.kysely.deleteFrom('price_alerts').where('alert_id', '=', alert.id).execute();
      tell(userId, rowOf(catalogue, alert));
      return undefined;
    },
  };
}

interface Wanted {
  readonly userId: number;
  readonly named: NamedMarket;
  readonly text: string;
}

async function add(
  { database, catalogue }: Parts,
  watch: AlertWatch,
  { userId, named, text }: Wanted,
): Promise<PriceAlertRow | Refusal> {
  const { market, indexDecimals } = named.market.definition;
  const price = parseDecimal(text, indexDecimals);
  if (typeof price !== 'number' || price === 0) return invalidField('price', 'not a price of the pair');
  const { tick, price: now } = watch.lastPrice(market);
  if (now === 0) return { error: 'market/no-price' };
  if (price === now) return { error: 'price-alerts/at-price', field: 'price' };
  const own = watch.book.ofUser(userId);
  const same = own.find((each) => each.market === market && each.price === price);
  if (same !== undefined) return rowOf(catalogue, same);
  if (own.length >= PRICE_ALERTS_OF_USER_MAX) return TOO_MANY;
  if (watch.book.size >= ALERTS_MAX) return { error: 'price-alerts/full' };
  const wanted = { userId, market, price, isAbove: price > now, sinceTick: tick, addedMs: Date.now() };
  // A reached one at this price may still have its row, until its owner is told.
  await watch.tell();
  const inserted = await database.kysely
    .insertInto('price_alerts')
    .values({
      user_id: userId,
      market,
      price,
      is_above: wanted.isAbove,
      since_tick: tick,
      added_ms: wanted.addedMs,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'market', 'price']).doNothing())
    .returning('alert_id')
    .executeTakeFirst();
  if (inserted === undefined) return { error: 'price-alerts/at-price', field: 'price' };
  const alert = { ...wanted, id: inserted.alert_id };
  watch.add(alert);
  return rowOf(catalogue, alert);
}
