/**
 * Stakes: the money of a promise with two outcomes. On acceptance the customer's stake and fee move
 * to escrow, and the house freezes the possible profit in its reserve, so that every outcome is
 * covered. At the end the stake is paid out, lost, or returned.
 */
import { PLATFORM, WALLET } from '../accounts.ts';
import type { Ledger } from './ledger.ts';

/** Codes of the posting reasons. */
export interface StakeReasons {
  readonly stake: number;
  readonly fee: number;
  readonly reserve: number;
  readonly payout: number;
  readonly returned: number;
  readonly lost: number;
}

export interface Stake {
  /** The customer. */
  readonly owner: number;
  readonly asset: number;
  readonly units: number;
  readonly fee: number;
  /** What the house adds if the customer wins. */
  readonly profit: number;
  /** The id of the position. */
  readonly reference: number;
}

interface Accounts {
  readonly customer: number;
  readonly escrow: number;
  readonly reserve: number;
}

export class Stakes {
  readonly #ledger: Ledger;
  readonly #terms: {
    /** The customer's wallet. */
    readonly wallet: number;
    readonly house: { readonly escrow: number; readonly reserve: number };
    readonly reasons: StakeReasons;
  };

  constructor(
    ledger: Ledger,
    terms: {
      readonly wallet: number;
      readonly house: { readonly escrow: number; readonly reserve: number };
      readonly reasons: StakeReasons;
    },
  ) {
    this.#ledger = ledger;
    this.#terms = terms;
  }

  /** Whether the customer can pay stake and fee, and the house the profit. */
  coverOf(stake: Omit<Stake, 'reference'>): 'covered' | 'customer-short' | 'reserve-short' {
    const ledger = this.#ledger;
    const { wallet, house } = this.#terms;
    const customer = ledger.account(stake.owner, wallet, stake.asset);
    if (ledger.available(customer) < stake.units + stake.fee) return 'customer-short';
    const reserve = ledger.account(house.reserve, WALLET.house, stake.asset);
    return ledger.available(reserve) < stake.profit ? 'reserve-short' : 'covered';
  }

  take(stake: Stake): void {
    const { units, fee, profit, reference } = stake;
    const { customer, escrow, reserve } = this.#accounts(stake);
    const { reasons } = this.#terms;
    const ledger = this.#ledger;
    ledger.move({ from: customer, to: escrow, units, reason: reasons.stake, reference });
    if (fee > 0) ledger.move({ from: customer, to: escrow, units: fee, reason: reasons.fee, reference });
    ledger.freeze({ account: reserve, units: profit, reason: reasons.reserve, reference });
  }

  /** Pays stake and profit to the customer and the fee to the house. */
  payOut(stake: Stake): void {
    const { units, profit, reference } = stake;
    const { customer, escrow, reserve } = this.#accounts(stake);
    const { payout, returned } = this.#terms.reasons;
    this.#earnFee(stake, escrow);
    this.#ledger.move({ from: escrow, to: customer, units, reason: returned, reference });
    this.#ledger.payFrozen({ from: reserve, to: customer, units: profit, reason: payout, reference });
  }

  /** Moves the stake to the reserve, releases the profit, and pays the fee to the house. */
  collect(stake: Stake): void {
    const { units, profit, reference } = stake;
    const { escrow, reserve } = this.#accounts(stake);
    const { lost } = this.#terms.reasons;
    this.#earnFee(stake, escrow);
    this.#ledger.post(escrow, -units, 0, lost, reference);
    this.#ledger.post(reserve, units + profit, -profit, lost, reference);
  }

  /** Returns stake and fee to the customer and releases the profit. */
  giveBack(stake: Stake): void {
    const { units, fee, profit, reference } = stake;
    const { customer, escrow, reserve } = this.#accounts(stake);
    const { returned: reason } = this.#terms.reasons;
    this.#ledger.move({ from: escrow, to: customer, units: units + fee, reason, reference });
    this.#ledger.release({ account: reserve, units: profit, reason, reference });
  }

  #earnFee({ asset, fee, reference }: Stake, escrow: number): void {
    if (fee === 0) return;
    const to = this.#ledger.account(PLATFORM.fees, WALLET.house, asset);
    this.#ledger.move({ from: escrow, to, units: fee, reason: this.#terms.reasons.fee, reference });
  }

  #accounts({ owner, asset }: Pick<Stake, 'owner' | 'asset'>): Accounts {
    const { wallet, house } = this.#terms;
    return {
      customer: this.#ledger.account(owner, wallet, asset),
      escrow: this.#ledger.account(house.escrow, WALLET.house, asset),
      reserve: this.#ledger.account(house.reserve, WALLET.house, asset),
    };
  }
}
