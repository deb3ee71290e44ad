/** The bytes of fixed terms in a snapshot: offers, what is sold of them, open orders. */
import type { ByteReader, ByteWriter } from '../encoding/byte-stream.ts';
import { readRecord, writeRecord } from '../encoding/number-records.ts';
import { OFFER_FIELDS } from './fixed-term-offers.ts';
import { COUNT } from './fixed-term-record.ts';
import type { FixedTerms } from './fixed-terms.ts';

export function saveFixedTerms({ count, offers, sold, orders }: FixedTerms<string>, out: ByteWriter): void {
  const states = [...offers.values()].sort((a, b) => a.terms.offer - b.terms.offer);
  out.number(count);
  out.number(states.length);
  for (const { terms } of states) writeRecord(out, OFFER_FIELDS, terms);
  const places = states.filter((state) => state.places > 0).map((state) => [state.terms.offer, state.places]);
  out.numbers(places.flat());
  out.numbers([...sold.entries()].flat());
  out.number(orders.size);
  const numbers = new Float64Array(COUNT);
  for (const slot of orders.slots()) {
    orders.write(slot, numbers, 0);
    out.numbers(numbers);
  }
}

export function loadFixedTerms(terms: FixedTerms<string>, input: ByteReader): void {
  terms.count = input.number();
  for (let left = input.number(); left > 0; left--) terms.setOffer(readRecord(input, OFFER_FIELDS));
  const places = input.numbers();
  for (let i = 0; i < places.length; i += 2) terms.offers.get(places[i]!)!.places = places[i + 1]!;
  const sold = input.numbers();
  for (let i = 0; i < sold.length; i += 3) terms.sold.of(sold[i]!).count(sold[i + 1]!, sold[i + 2]!);
  for (let left = input.number(); left > 0; left--) terms.restore(input.numbers());
}
