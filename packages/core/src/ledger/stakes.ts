/**
 * Stakes: the money of a promise with two possible ends. At acceptance the customer's stake and fee
 * go to escrow, and the house freezes in its reserve what it would have to pay: whatever happens is
 * covered. At the end the stake is paid out, lost, or given back.
 */
import { PLATFORM, WALLET } from '../accounts.ts';
import type { Ledger } from './ledger.ts';

/** Codes of the reasons of its postings. */
export interface StakeReasons {
  readonly stake: number;
  readonly fee: number;
  readonly reserve: number;
  readonly payout: number;
  readonly returned: number;
  readonly lost: number;
}

export interface Stake {
  /** Of the customer. */
  readonly owner: number;
  readonly asset: number;
  readonly units: number;
  readonly fee: number;
  /** What the house adds if the customer wins. */
  readonly profit: number;
  /** The position that it belongs to. */
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

  /** Whether the customer has stake and fee, and the house the profit. */
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

  /** Stake and profit to the customer; the fee is earned. */
  payOut(stake: Stake): void {
    const { units, profit, reference } = stake;
    const { customer, escrow, reserve } = this.#accounts(stake);
    const { payout, returned } = this.#terms.reasons;
    this.#earnFee(stake, escrow);
    this.#ledger.move({ from: escrow, to: customer, units, reason: returned, reference });
    this.#ledger.payFrozen({ from: reserve, to: customer, units: profit, reason: payout, reference });
  }

  /** The stake to the reserve, whose profit is free again; the fee is earned. */
  collect(stake: Stake): void {
    const { units, profit, reference } = stake;
    const { escrow, reserve } = this.#accounts(stake);
    const { lost } = this.#terms.reasons;
    this.#earnFee(stake, escrow);
    this.#ledger.post(escrow, -units, 0, lost, reference);
    this.#ledger.post(reserve, units + profit, -profit, lost, reference);
  }

  /** Stake and fee to the customer; the profit is free again. */
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
