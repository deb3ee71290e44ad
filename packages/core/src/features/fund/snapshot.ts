/** The bytes of funds in a snapshot: offers with their NAV, open holdings. */
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import { readRecord, recordOf, writeRecord } from '../../encoding/number-records.ts';
import type { DefineFundOffer } from './commands.ts';
import type { FundOffers, Offer } from './fund-offer.ts';
import { HOLDING_FIELDS, type Holding } from './holding.ts';
import type { Holdings } from './holdings.ts';

interface FundState {
  readonly offers: FundOffers;
  readonly holdings: Holdings;
  /** Adds an open holding. */
  file(holding: Holding): void;
}

const OFFER_FIELDS = [
  'fund',
  'quote',
  'buyFeePpm',
  'sellFeePpm',
  'exitFeePpm',
  'lendingDailyPpb',
  'maintenancePpm',
  'maxLeverage',
  'minUnits',
  'maxPerOwner',
  'quota',
  'coverPpm',
  'endsMs',
] as const satisfies readonly Exclude<keyof DefineFundOffer, 'type' | 'basket'>[];

export function saveFunds({ offers, holdings }: FundState, out: ByteWriter): void {
  const funds = offers.all();
  out.number(funds.length);
  for (const { offer, nav, navMs } of funds) {
    out.numbers([nav, navMs, ...OFFER_FIELDS.map((field) => offer[field])]);
    out.numbers(offer.basket.flatMap(({ asset, market, quantity }) => [asset, market, quantity]));
  }
  out.numbers([holdings.last, holdings.count]);
  for (const holding of holdings.all()) writeRecord(out, HOLDING_FIELDS, holding);
}

export function loadFunds(funds: FundState, input: ByteReader): void {
  for (let left = input.number(); left > 0; left--) {
    const [nav = 0, navMs = 0, ...values] = input.numbers();
    const terms = recordOf(OFFER_FIELDS, values);
    funds.offers.file({ nav, navMs, offer: { ...terms, basket: basketOf(input.numbers()) } });
  }
  const [last = 0, count = 0] = input.numbers();
  for (let left = count; left > 0; left--) funds.file(readRecord(input, HOLDING_FIELDS));
  funds.holdings.last = last;
}

function basketOf(values: Float64Array): Offer['basket'] {
  return Array.from({ length: values.length / 3 }, (_, i) => ({
    asset: values[3 * i]!,
    market: values[3 * i + 1]!,
    quantity: values[3 * i + 2]!,
  }));
}
