/** The simulation of flash exchange. */
import fc from 'fast-check';
import type { Command, FlashExchangeCommand } from '../../src/index.ts';
import type { Audited, AuditedFeature, Verdict, WeightedStep } from '../feature.ts';
import { owner, wild } from '../values.ts';

const [EXCHANGE, HOUSE, TREASURY] = [2, 0, 2];
const QUOTE_MS_MAX = 10_000;
const PRICE_MS_MAX = 5_000;
const PARTS_MAX = 50;
const MILLION = 1_000_000n;

/**
 * Units of each asset that are worth about as much as 7,200 of SHIB, by the prices of the set-up.
 */
const WORTH: Readonly<Record<number, number>> = { 0: 900, 1: 1, 2: 7_200 };
const asset = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(0, 1, 2) },
  { weight: 1, arbitrary: fc.constant(9) },
);
const worth = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 200_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(1_000, 999, 1_000_000, 1_000_001) },
);
/**
 * The difference of the received value from the paid one, in parts per million. The band ends at
 * -10,000.
 */
const off = fc.constantFrom(-5_000, -5_000, -5_000, -3_000, -7_000, 0, -9_900, -10_100, 100, 5_000);
/** The validity of a quote, in milliseconds after the command; see `Player`. */
const validMs = fc.constantFrom(10_000, 10_000, 10_000, 5_000, 5_000, 5_000, 0, 0, -1, 10_001, 15_000);
const unitsOf = (of: number, amount: number, ppm = 0): number =>
  Math.floor(amount * (WORTH[of] ?? 1) * (1 + ppm / 1_000_000));

/** Mostly another asset. */
const another = (to: number, from: number): number => (to === from && to < 2 ? to + 1 : to);

/**
 * Empty, because the commands that flash exchange needs are in `set-up.ts`: others need them too.
 */
export const setUp: readonly Command[] = [];

export const steps: readonly WeightedStep<FlashExchangeCommand>[] = [
  {
    weight: 5,
    arbitrary: fc.record({ owner, from: asset, to: asset, worth, off, validMs, wild }).map((drawn) => ({
      type: 'exchange-coins' as const,
      owner: drawn.owner,
      payAsset: drawn.from,
      // One in ten is an arbitrary number instead of a fitting amount.
      pay: drawn.worth % 10 === 1 ? drawn.wild : unitsOf(drawn.from, drawn.worth),
      receiveAsset: another(drawn.to, drawn.from),
      receive: unitsOf(another(drawn.to, drawn.from), drawn.worth, drawn.off),
      validUntilMs: drawn.validMs,
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        owner,
        to: asset,
        parts: fc.uniqueArray(fc.tuple(asset, fc.nat({ max: 2_100 })), {
          maxLength: 3,
          // Sometimes two of one asset.
          selector: ([from, amount]) => (amount % 10 === 1 ? -amount : from),
        }),
        off,
        validMs,
      })
      .map((drawn) => ({
        type: 'exchange-dust' as const,
        owner: drawn.owner,
        receiveAsset: drawn.to,
        validUntilMs: drawn.validMs,
        parts: drawn.parts.map(([from, amount]) => ({
          asset: from,
          pay: unitsOf(from, amount),
          receive: unitsOf(drawn.to, amount, drawn.off),
        })),
      })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('define-exchange-coin' as const),
      asset: fc.constantFrom(0, 1, 2, 9),
      market: fc.constantFrom(-1, 0, 1, 2, 7),
      minAmount: fc.constantFrom(1, 1_000, 0, -1),
      maxAmount: fc.constantFrom(10 ** 9, 10 ** 12, 0),
      maxDust: fc.constantFrom(2_000, 10 ** 7, 0),
      bandPpm: fc.constantFrom(10_000, 10_000, 500_000, 500_001),
    }),
  },
];

type Of<T extends FlashExchangeCommand['type']> = Extract<FlashExchangeCommand, { readonly type: T }>;
type Offer = Of<'define-exchange-coin'>;
interface Part {
  readonly asset: number;
  readonly pay: number;
  readonly receive: number;
}

const isUnits = (units: number): boolean => Number.isSafeInteger(units) && units > 0;

export function audit(audited: Audited): AuditedFeature<FlashExchangeCommand> {
  const exchange = new AuditedExchange(audited);
  return {
    rules: {
      'define-exchange-coin': (command) => exchange.define(command),
      'exchange-coins': (command, { id }, timeMs) => exchange.exchange(command, id, timeMs),
      'exchange-dust': (command, { id }, timeMs) => exchange.exchangeDust(command, id, timeMs),
    },
    see: (event) => {
      if (event.type === 'coins-exchanged') exchange.told(Object.values(event).join('/'));
    },
    needs: () => false,
    reserve: null,
    due: null,
  };
}

/**
 * The auditor's model of flash exchange, from its rules: all or nothing against the treasury, near
 * the index.
 */
class AuditedExchange {
  readonly #audited: Audited;
  readonly #offers = new Map<number, Offer>();
  readonly #due: string[] = [];
  #last = 0;

  constructor(audited: Audited) {
    this.#audited = audited;
  }

  define(command: Offer): Verdict {
    const { decimals, markets } = this.#audited;
    const { asset: coin, market, minAmount, maxAmount, maxDust, bandPpm } = command;
    if (!decimals.has(coin)) return 'wallet/unknown-asset';
    if (market !== -1 && markets.get(market)?.definition.base !== coin) return 'market/unknown-pair';
    const isSound = [minAmount, maxAmount, maxDust, bandPpm].every((one) => one >= 0);
    if (!isSound || bandPpm > 500_000 || minAmount > maxAmount) return 'request/invalid';
    this.#offers.set(coin, command);
    return null;
  }

  exchange(command: Of<'exchange-coins'>, id: number, timeMs: number): Verdict {
    const { owner: from, payAsset, pay, receiveAsset, receive, validUntilMs } = command;
    const part = { asset: payAsset, pay, receive };
    const refusal = this.#coinsRefusal(from, [part], receiveAsset) ?? timeRefusal(validUntilMs, timeMs);
    if (refusal !== null) return refusal;
    if (!isUnits(pay) || !isUnits(receive)) return 'flash-exchange/amount-missing';
    const { minAmount, maxAmount } = this.#offers.get(payAsset)!;
    if (pay < minAmount) return 'flash-exchange/below-minimum';
    if (pay > maxAmount) return 'flash-exchange/above-maximum';
    return this.#swap({ from, receiveAsset, parts: [part], id, timeMs });
  }

  exchangeDust(command: Of<'exchange-dust'>, id: number, timeMs: number): Verdict {
    const { owner: from, receiveAsset, parts, validUntilMs } = command;
    if (!this.#audited.owners.has(from)) return 'wallet/account-unknown';
    const coins = new Set(parts.map((part) => part.asset));
    if (parts.length === 0 || parts.length > PARTS_MAX || coins.size !== parts.length)
      return 'request/invalid';
    const refusal = this.#coinsRefusal(from, parts, receiveAsset) ?? timeRefusal(validUntilMs, timeMs);
    if (refusal !== null) return refusal;
    const sum = parts.reduce((units, { receive }) => units + receive, 0);
    const areUnits = parts.every(({ pay, receive }) => isUnits(pay) && isUnits(receive + 1));
    if (!areUnits || !isUnits(sum)) return 'flash-exchange/amount-missing';
    if (parts.some((part) => part.pay > this.#offers.get(part.asset)!.maxDust))
      return 'flash-exchange/above-maximum';
    return this.#swap({ from, receiveAsset, parts, id, timeMs });
  }

  told(event: string): void {
    const due = this.#due.shift();
    if (event !== due) this.#audited.report(`${event} was reported, due was ${due}`);
  }

  #coinsRefusal(from: number, parts: readonly Part[], receiveAsset: number): Verdict {
    if (!this.#audited.owners.has(from)) return 'wallet/account-unknown';
    const received = this.#offers.get(receiveAsset);
    const areOffered = parts.every((part) => {
      const paid = this.#offers.get(part.asset);
      const isPair = paid !== undefined && received !== undefined && part.asset !== receiveAsset;
      if (paid?.maxAmount === 0 || received?.maxAmount === 0) return false;
      return isPair && this.#pricedIn(paid) === this.#pricedIn(received);
    });
    return areOffered ? null : 'flash-exchange/not-offered';
  }

  #pricedIn({ asset: coin, market }: Offer): number {
    return market === -1 ? coin : this.#audited.markets.get(market)!.definition.quote;
  }

  #swap(swap: {
    readonly from: number;
    readonly receiveAsset: number;
    readonly parts: readonly Part[];
    readonly id: number;
    readonly timeMs: number;
  }): Verdict {
    const { from, receiveAsset, parts, id, timeMs } = swap;
    const { books, held, report } = this.#audited;
    const offers = [...parts.map((part) => part.asset), receiveAsset].map((one) => this.#offers.get(one)!);
    for (const offer of offers) {
      const refusal = this.#priceRefusal(offer, timeMs);
      if (refusal !== null) return refusal;
    }
    const receive = parts.reduce((units, part) => units + part.receive, 0);
    if (!this.#isFair(parts, receiveAsset, receive)) return 'flash-exchange/price-moved';
    if (parts.some(({ asset: coin, pay }) => books.get(from, EXCHANGE, coin).available < BigInt(pay)))
      return 'wallet/insufficient-balance';
    const isHeld = parts.some(({ asset: coin, pay }) =>
      held.closes('exchange', from, { asset: coin, units: BigInt(pay) }),
    );
    if (isHeld) return 'wallet/held';
    if (books.get(TREASURY, HOUSE, receiveAsset).available < BigInt(receive))
      return 'flash-exchange/treasury-short';
    for (const part of parts) {
      books.expect([from, EXCHANGE, part.asset], -BigInt(part.pay));
      books.expect([TREASURY, HOUSE, part.asset], BigInt(part.pay));
      books.expect([from, EXCHANGE, receiveAsset], BigInt(part.receive));
      books.expect([TREASURY, HOUSE, receiveAsset], -BigInt(part.receive));
      const facts = [++this.#last, from, part.asset, part.pay, receiveAsset, part.receive, timeMs];
      this.#due.push(['coins-exchanged', ...facts].join('/'));
    }
    if (id !== this.#last) report(`exchange ${id} was made, due was ${this.#last}`);
    return null;
  }

  #priceRefusal({ market }: Offer, timeMs: number): Verdict {
    if (market === -1) return null;
    const { isHalted, index, indexMs } = this.#audited.markets.get(market)!;
    if (isHalted) return 'market/halted';
    return index === 0 || timeMs > indexMs + PRICE_MS_MAX ? 'market/no-price' : null;
  }

  /** The values are fractions with one denominator: 10^40 of the priced asset. */
  #isFair(parts: readonly Part[], receiveAsset: number, receive: number): boolean {
    const bandOf = (one: number): number => this.#offers.get(one)!.bandPpm;
    const paid = parts.reduce((sum, part) => sum + this.#valueOf(part.asset, part.pay), 0n);
    const least = parts
      .map(
        ({ asset: one, pay }) =>
          this.#valueOf(one, pay) * (MILLION - larger(bandOf(one), bandOf(receiveAsset))),
      )
      .reduce((sum, value) => sum + value, 0n);
    const roundedUp = this.#valueOf(receiveAsset, receive + parts.length) * MILLION;
    return this.#valueOf(receiveAsset, receive) <= paid && roundedUp > least;
  }

  #valueOf(coin: number, units: number): bigint {
    const { decimals, markets } = this.#audited;
    const market = markets.get(this.#offers.get(coin)!.market);
    const shift = 40 - decimals.get(coin)! - (market?.definition.indexDecimals ?? 0);
    return BigInt(units) * BigInt(market?.index ?? 1) * 10n ** BigInt(shift);
  }
}

function timeRefusal(validUntilMs: number, timeMs: number): Verdict {
  if (validUntilMs > timeMs + QUOTE_MS_MAX || !Number.isSafeInteger(validUntilMs)) return 'request/invalid';
  return validUntilMs < timeMs ? 'flash-exchange/quote-expired' : null;
}

const larger = (a: number, b: number): bigint => BigInt(a > b ? a : b);

/** Done at once. */
export const states = { 'coins-exchanged': null };
