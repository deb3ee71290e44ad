/**
 * Flash exchange: a quote, taken whole or not at all, against the treasury. The server quotes; the
 * core refuses a quote that is late, far from the public index, or more than the treasury has.
 */
import type { RefusalName } from '@glasshouse/protocol';
import { PLATFORM, WALLET } from '../../accounts.ts';
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import { readRecord, writeRecord } from '../../encoding/number-records.ts';
import type { CoreFeature, Finding, Hold, Kernel, Obligation } from '../../contract/feature.ts';
import { OUTFLOW } from '../../ledger/held-money.ts';
import { done, made } from '../../contract/outcomes.ts';
import type { ExchangeCoins, ExchangeDust, FlashExchangeCommand } from './commands.ts';
import type { CoinsExchanged } from './events.ts';
import { Offers, type Offer, type Side } from './offers.ts';

export const FLASH_EXCHANGE = 'flash-exchange';
/** Codes of postings; never reused. */
export const FLASH_EXCHANGE_REASON = { 'exchange-paid': 21, 'exchange-received': 22 } as const;

/** How long a quote can be good for. */
const QUOTE_MS_MAX = 10_000;
const DUST_PARTS_MAX = 50;
/** The order in which snapshots write the fields. */
const OFFER_FIELDS = [
  'asset',
  'market',
  'minAmount',
  'maxAmount',
  'maxDust',
  'bandPpm',
] as const satisfies readonly (keyof Offer)[];

/** The exchange of one coin for another. */
type Swap = Omit<ExchangeCoins, 'type' | 'validUntilMs'>;

export class FlashExchange implements CoreFeature<FlashExchangeCommand, CoinsExchanged> {
  readonly offers: Offers;
  /** Number of the last exchange. */
  count = 0;
  readonly #kernel: Kernel;
  readonly snapshotVersion = 1;
  readonly commands: CoreFeature<FlashExchangeCommand, CoinsExchanged>['commands'] = {
    'define-exchange-coin': (command) => done(this.offers.define(command)),
    'exchange-coins': (command, timeMs) => made(this.#exchange(command, timeMs), this.count),
    'exchange-dust': (command, timeMs) => made(this.#exchangeDust(command, timeMs), this.count),
  };

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.offers = new Offers(kernel.registry);
  }

  /**
   * Checks in this order: account, coins, quote's time, amounts, minimum, maximum, prices, band,
   * balance, held money, treasury.
   */
  #exchange(command: ExchangeCoins, timeMs: number): RefusalName | null {
    const { owner, payAsset, pay, receiveAsset, receive, validUntilMs } = command;
    if (!this.#kernel.ledger.isOpen(owner)) return 'wallet/account-unknown';
    const paid = this.offers.of(payAsset);
    const received = this.offers.of(receiveAsset);
    if (!this.offers.areExchanged(paid, received)) return 'flash-exchange/not-offered';
    const late = timeRefusal(validUntilMs, timeMs);
    if (late !== null) return late;
    if (!isAmount(pay) || !isAmount(receive)) return 'flash-exchange/amount-missing';
    if (pay < paid!.minAmount) return 'flash-exchange/below-minimum';
    if (pay > paid!.maxAmount) return 'flash-exchange/above-maximum';
    const swap = { owner, payAsset, pay, receiveAsset, receive };
    const refusal = this.#priceRefusal(
      [{ offer: paid!, units: pay }],
      { offer: received!, units: receive },
      timeMs,
    );
    if (refusal !== null) return refusal;
    const short = this.#coverRefusal([swap], receive);
    if (short !== null) return short;
    this.#swap(swap, timeMs);
    return null;
  }

  /** Checks like an exchange; each part is of another coin, and at most its dust. */
  #exchangeDust(command: ExchangeDust, timeMs: number): RefusalName | null {
    const { owner, receiveAsset, validUntilMs, parts } = command;
    if (!this.#kernel.ledger.isOpen(owner)) return 'wallet/account-unknown';
    const received = this.offers.of(receiveAsset);
    const isNumber = parts.length >= 1 && parts.length <= DUST_PARTS_MAX;
    if (!isNumber || new Set(parts.map(({ asset }) => asset)).size < parts.length) return 'request/invalid';
    const offers = parts.map(({ asset }) => this.offers.of(asset));
    if (offers.some((offer) => !this.offers.areExchanged(offer, received)))
      return 'flash-exchange/not-offered';
    const late = timeRefusal(validUntilMs, timeMs);
    if (late !== null) return late;
    // A part may be worth less than a unit.
    if (parts.some(({ pay, receive }) => !isAmount(pay) || (receive !== 0 && !isAmount(receive))))
      return 'flash-exchange/amount-missing';
    const sum = parts.reduce((units, { receive }) => units + receive, 0);
    if (!isAmount(sum)) return 'flash-exchange/amount-missing';
    if (parts.some(({ pay }, i) => pay > offers[i]!.maxDust)) return 'flash-exchange/above-maximum';
    const sides = parts.map(({ pay }, i) => ({ offer: offers[i]!, units: pay }));
    const refusal = this.#priceRefusal(sides, { offer: received!, units: sum }, timeMs);
    if (refusal !== null) return refusal;
    const swaps = parts.map(({ asset, ...units }) => ({ owner, payAsset: asset, receiveAsset, ...units }));
    const short = this.#coverRefusal(swaps, sum);
    if (short !== null) return short;
    for (const swap of swaps) this.#swap(swap, timeMs);
    return null;
  }

  #priceRefusal(paid: readonly Side[], received: Side, timeMs: number): RefusalName | null {
    for (const { offer } of [...paid, received]) {
      const refusal = this.offers.priceRefusal(offer, timeMs);
      if (refusal !== null) return refusal;
    }
    return this.offers.isFair(paid, received) ? null : 'flash-exchange/price-moved';
  }

  /** Whether the owner can pay, and the treasury give `receive` in all. */
  #coverRefusal(swaps: readonly Swap[], receive: number): RefusalName | null {
    const { ledger, heldMoney } = this.#kernel;
    for (const { owner, payAsset, pay } of swaps)
      if (ledger.available(ledger.find(owner, WALLET.exchange, payAsset)) < pay)
        return 'wallet/insufficient-balance';
    const [{ owner, receiveAsset }] = swaps as readonly [Swap];
    const out = swaps.map(({ payAsset: asset, pay: units }) => ({ asset, units }));
    if (heldMoney.refuses(OUTFLOW.exchange, owner, ...out)) return 'wallet/held';
    const treasury = ledger.find(PLATFORM.treasury, WALLET.house, receiveAsset);
    return treasury < 0 || ledger.available(treasury) < receive ? 'flash-exchange/treasury-short' : null;
  }

  #swap(swap: Swap, timeMs: number): void {
    const { ledger, log } = this.#kernel;
    const { owner, payAsset, pay, receiveAsset, receive } = swap;
    const exchange = ++this.count;
    const own = (asset: number): number => ledger.account(owner, WALLET.exchange, asset);
    const treasury = (asset: number): number => ledger.account(PLATFORM.treasury, WALLET.house, asset);
    const paid = { from: own(payAsset), to: treasury(payAsset), units: pay };
    const received = { from: treasury(receiveAsset), to: own(receiveAsset), units: receive };
    const reasons = FLASH_EXCHANGE_REASON;
    ledger.move({ ...paid, reason: reasons['exchange-paid'], reference: exchange });
    if (receive > 0) ledger.move({ ...received, reason: reasons['exchange-received'], reference: exchange });
    const event = { exchange, owner, payAsset, pay, receiveAsset, receive, exchangedMs: timeMs };
    log.emit({ type: 'coins-exchanged', ...event } satisfies CoinsExchanged);
  }

  onTick(): void {}

  processDue(): void {}

  restoreDue(): void {}

  onRules(): void {}

  save(out: ByteWriter): void {
    const offers = this.offers.all();
    out.numbers([this.count, offers.length]);
    for (const offer of offers) writeRecord(out, OFFER_FIELDS, offer);
  }

  load(input: ByteReader): void {
    const [count = 0, offers = 0] = input.numbers();
    this.count = count;
    for (let left = offers; left > 0; left--) this.offers.file(readRecord(input, OFFER_FIELDS));
  }

  /** None, because an exchange is done at once. */
  holds(): Hold[] {
    return [];
  }

  /** None, because an exchange is done at once. */
  obligations(): Obligation[] {
    return [];
  }

  /** A quote is for this moment. Without its market a coin is not exchanged. */
  needs(): boolean {
    return false;
  }

  findings(): Finding[] {
    return [];
  }

  open(): CoinsExchanged[] {
    return [];
  }
}

const isAmount = (units: number): boolean => Number.isSafeInteger(units) && units > 0;

function timeRefusal(validUntilMs: number, timeMs: number): RefusalName | null {
  if (!Number.isSafeInteger(validUntilMs) || validUntilMs - timeMs > QUOTE_MS_MAX) return 'request/invalid';
  return timeMs > validUntilMs ? 'flash-exchange/quote-expired' : null;
}
