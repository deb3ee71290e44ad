/** The bytes of fixed terms in a snapshot: offers, what is sold of them, open orders. */
import type { ByteReader, ByteWriter } from '../byte-stream.ts';
import { OFFER_FIELDS, type FixedTermOffer } from './fixed-term-offers.ts';
import type { FixedTermOrder, FixedTerms } from './fixed-terms.ts';

/** The order in which snapshots write the fields. */
const ORDER_FIELDS = [
  'order',
  'owner',
  'offer',
  'place',
  'asset',
  'amount',
  'dailyRatePpb',
  'days',
  'interest',
  'boughtMs',
  'dueMs',
  'status',
  'endedMs',
] as const satisfies readonly (keyof Omit<FixedTermOrder, 'type'>)[];

const byNumber = ([a]: readonly [number, unknown], [b]: readonly [number, unknown]): number => a - b;

export function saveFixedTerms(terms: FixedTerms<string>, out: ByteWriter): void {
  const { count, offers, counts, sold, orders } = terms;
  out.number(count);
  out.number(offers.size);
  for (const [, offer] of [...offers].sort(byNumber)) out.numbers(OFFER_FIELDS.map((field) => offer[field]));
  const places = [...counts].sort(byNumber).map(([offer, each]) => [offer, each.places]);
  out.numbers(places.flat());
  out.numbers([...sold.entries()].flat());
  out.number(orders.size);
  for (const order of orders.values()) out.numbers(ORDER_FIELDS.map((field) => order[field]));
}

export function loadFixedTerms(terms: FixedTerms<string>, input: ByteReader): void {
  terms.count = input.number();
  for (let left = input.number(); left > 0; left--) {
    const offer = recordOf<FixedTermOffer>(OFFER_FIELDS, input.numbers());
    terms.offers.set(offer.offer, offer);
  }
  const places = input.numbers();
  for (let i = 0; i < places.length; i += 2) terms.countsOf(places[i]!).places = places[i + 1]!;
  const sold = input.numbers();
  for (let i = 0; i < sold.length; i += 3)
    terms.sold.count({ offer: sold[i]!, owner: sold[i + 1]! }, sold[i + 2]!);
  for (let left = input.number(); left > 0; left--)
    terms.restore(recordOf<Omit<FixedTermOrder, 'type'>>(ORDER_FIELDS, input.numbers()));
}

function recordOf<T>(fields: readonly (keyof T)[], values: Float64Array): T {
  return Object.fromEntries(fields.map((field, i) => [field, values[i]])) as T;
}
