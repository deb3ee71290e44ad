/**
 * The moves of money and coins of a holding: when its purchase is accepted and filled, for a day of
 * its loan, at its end.
 */
import { coinsOf, coinsPaid, type Payment, type Settlement } from '@glasshouse/protocol/fund/quote';
import { PLATFORM, WALLET } from '../../accounts.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Offer } from './fund-offer.ts';
import { paidInterest, type Holding } from './holding.ts';
import { FUND_HOUSE, FUND_REASON } from './reasons.ts';

type Reason = keyof typeof FUND_REASON;

/** The end of a holding, and how it is paid. */
interface Ended {
  readonly settlement: Settlement;
  readonly payment: Payment;
  readonly feeReason: Reason;
}

export class Bookings {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  #move(reason: Reason, reference: number, move: { from: number; to: number; units: number }): void {
    if (move.units > 0) this.#ledger.move({ ...move, reason: FUND_REASON[reason], reference });
  }

  #house(owner: number, asset: number): number {
    return this.#ledger.account(owner, WALLET.house, asset);
  }

  /** Whether the treasury has the coins of units. */
  hasCoins({ basket }: Offer, units: number): boolean {
    return basket.every(({ asset, quantity }) => {
      const needed = coinsOf(units, quantity);
      return needed >= 0 && this.#availableTo(PLATFORM.treasury, asset) >= needed;
    });
  }

  /** Units of the reserve that promise nothing. */
  free(quote: number): number {
    return this.#availableTo(FUND_HOUSE.fundReserve, quote);
  }

  /** Opens no account, as a refusal changes nothing. */
  #availableTo(owner: number, asset: number): number {
    const account = this.#ledger.find(owner, WALLET.house, asset);
    return account < 0 ? 0 : this.#ledger.available(account);
  }

  /**
   * What a purchase costs at most leaves the exchange account and is frozen, its coins leave the
   * treasury, and the reserve freezes its cover.
   */
  secure(holding: Holding, offer: Offer): void {
    const ledger = this.#ledger;
    const { owner, quote, margin, buyFee, cover, holding: reference } = holding;
    const from = ledger.account(owner, WALLET.exchange, quote);
    const own = ledger.account(owner, WALLET.fund, quote);
    const units = margin + buyFee;
    this.#move('fund-margin', reference, { from, to: own, units });
    ledger.freeze({ account: own, units, reason: FUND_REASON['fund-frozen'], reference });
    this.#moveCoins(holding, offer, [PLATFORM.treasury, FUND_HOUSE.fundVehicle]);
    if (cover === 0) return;
    const reserve = this.#house(FUND_HOUSE.fundReserve, quote);
    ledger.freeze({ account: reserve, units: cover, reason: FUND_REASON['fund-cover'], reference });
  }

  /** The fee is paid, and what was secured beyond the cost comes back. */
  fill(holding: Holding, secured: Pick<Holding, 'margin' | 'buyFee' | 'cover'>): void {
    const { owner, quote, margin, buyFee, cover, holding: reference } = holding;
    const own = this.#ledger.account(owner, WALLET.fund, quote);
    const to = this.#house(PLATFORM.fees, quote);
    this.#payFrozen('fund-buy-fee', reference, { from: own, to, units: buyFee });
    this.#giveBack(holding, secured.margin + secured.buyFee - margin - buyFee);
    this.#releaseCover(holding, secured.cover - cover);
  }

  /** Everything that was secured comes back. */
  cancel(holding: Holding, offer: Offer): void {
    this.#giveBack(holding, holding.margin + holding.buyFee);
    this.#moveCoins(holding, offer, [FUND_HOUSE.fundVehicle, PLATFORM.treasury]);
    this.#releaseCover(holding, holding.cover);
  }

  #payFrozen(reason: Reason, reference: number, move: { from: number; to: number; units: number }): void {
    if (move.units > 0) this.#ledger.payFrozen({ ...move, reason: FUND_REASON[reason], reference });
  }

  /** Frozen units come back to the exchange account. */
  #giveBack({ owner, quote, holding: reference }: Holding, units: number): void {
    const from = this.#ledger.account(owner, WALLET.fund, quote);
    const to = this.#ledger.account(owner, WALLET.exchange, quote);
    this.#payFrozen('fund-returned', reference, { from, to, units });
  }

  #releaseCover({ quote, holding: reference }: Holding, units: number): void {
    const account = this.#house(FUND_HOUSE.fundReserve, quote);
    if (units > 0) this.#ledger.release({ account, units, reason: FUND_REASON['fund-cover'], reference });
  }

  #moveCoins({ units, holding }: Holding, { basket }: Offer, [from, to]: readonly [number, number]): void {
    for (const { asset, quantity } of basket) {
      const coins = coinsOf(units, quantity);
      const accounts = { from: this.#house(from, asset), to: this.#house(to, asset) };
      this.#move('fund-coins', holding, { ...accounts, units: coins });
    }
  }

  #payCoins(holding: Holding, offer: Offer, { settlement, payment }: Ended): void {
    const { owner, units, holding: reference } = holding;
    for (const { asset, quantity } of offer.basket) {
      const coins = coinsOf(units, quantity);
      const paid = coinsPaid(coins, payment.inCoins, settlement.value);
      const from = this.#house(FUND_HOUSE.fundVehicle, asset);
      const to = this.#house(PLATFORM.treasury, asset);
      if (paid > 0) {
        const own = this.#ledger.account(owner, WALLET.exchange, asset);
        this.#move('fund-profit-coins', reference, { from, to: own, units: paid });
      }
      this.#move('fund-coins', reference, { from, to, units: coins - paid });
    }
  }

  /** Interest from the frozen margin. */
  chargeInterest({ owner, quote, holding: reference }: Holding, units: number): void {
    const from = this.#ledger.account(owner, WALLET.fund, quote);
    const to = this.#house(PLATFORM.fees, quote);
    this.#payFrozen('fund-interest', reference, { from, to, units });
  }

  /**
   * The end: the cover is free again, a profit comes from the reserve and a loss goes there, as far
   * as the margin reaches. What is left of the margin comes back to the exchange account, and the
   * fee leaves it. Coins pay what the reserve does not; the others go back to the treasury.
   */
  close(holding: Holding, offer: Offer, end: Ended): void {
    const ledger = this.#ledger;
    const { owner, quote, holding: reference } = holding;
    const own = ledger.account(owner, WALLET.fund, quote);
    const to = ledger.account(owner, WALLET.exchange, quote);
    const fees = this.#house(PLATFORM.fees, quote);
    const reserve = this.#house(FUND_HOUSE.fundReserve, quote);
    const { settlement, payment } = end;
    this.#releaseCover(holding, holding.cover);
    this.chargeInterest(holding, settlement.interestFromMargin - paidInterest(holding));
    this.#payFrozen('fund-loss', reference, { from: own, to: reserve, units: settlement.lossFromMargin });
    this.#giveBack(holding, settlement.marginLeft);
    this.#move('fund-profit', reference, { from: reserve, to, units: payment.fromReserve });
    this.#move('fund-interest', reference, { from: to, to: fees, units: payment.interestFromProfit });
    this.#move(end.feeReason, reference, { from: to, to: fees, units: payment.fee });
    this.#payCoins(holding, offer, end);
  }
}
