/**
 * Money in and out: deposits are credited once for each external reference, withdrawals freeze
 * amount and fee until the coins have left or come back, and holds keep money from leaving.
 *
 * No command here sends anything. Chains are watched and paid outside; this is the record of what
 * belongs to whom, and the last to say no.
 */
import { MAX_UNITS } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import { PLATFORM, WALLET } from '../../accounts.ts';
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import type { DueItem } from '../../due/due-queue.ts';
import type { CoreFeature, Finding, Hold, Kernel, Obligation, PricedTick } from '../../contract/feature.ts';
import { ALL_ASSETS, OUTFLOW, HOLD_REASON } from '../../ledger/held-money.ts';
import { done, made } from '../../contract/outcomes.ts';
import { ChainCoins, type ChainCoin } from './chain-coins.ts';
import {
  CHAIN_STATUS,
  type BookChainCost,
  type CreditDeposit,
  type FundingCommand,
  type PlaceHold,
  type RequestPayOut,
  type RequestWithdrawal,
  type SettleWithdrawal,
} from './commands.ts';
import { DEPOSIT_STATUS, depositEvent, type Deposit } from './deposit.ts';
import type { FundingEvent } from './events.ts';
import { holdEvent, Holds } from './holds.ts';
import { chainOwner, FUNDING_REASON } from './reasons.ts';
import { isReference, References, USE } from './references.ts';
import { loadFunding, saveFunding } from './snapshot.ts';
import {
  frozenFor,
  isPayOut,
  OPEN_WITHDRAWALS_MAX,
  termsRefusal,
  walletOf,
  WITHDRAWAL_STATUS as STATUS,
  withdrawalEvent,
  Withdrawals,
  type Withdrawal,
} from './withdrawals.ts';

export const FUNDING = 'funding';
/** `FeatureDefinition.code`. */
export const FUNDING_CODE = 3;
const HOUR_MS = 3_600_000;
/** How long money that comes back from a withdrawal stays out of play. */
export const RETURNED_HOLD_MS = 24 * HOUR_MS;
/** The longest hold that a command can place. */
export const HOLD_MS_MAX = 366 * 24 * HOUR_MS;

/** A transaction has one cost, whatever its outputs; what was paid without one has none of it. */
function costOf(chain: number, { txid, output }: { readonly txid: string; readonly output: number }) {
  return { use: USE.cost, chain, txid, output: txid === '' ? output : 0 };
}

export class Funding implements CoreFeature<FundingCommand, FundingEvent> {
  readonly coins: ChainCoins;
  readonly references = new References();
  /** Deposits that are not final, by number. */
  readonly deposits = new Map<number, Deposit>();
  /** Number of the last deposit. */
  depositCount = 0;
  readonly withdrawals = new Withdrawals();
  readonly moneyHolds: Holds;
  readonly #kernel: Kernel;
  readonly snapshotVersion = 1;
  readonly commands: CoreFeature<FundingCommand, FundingEvent>['commands'] = {
    'define-chain-coin': (command) => done(this.coins.define(command)),
    'set-chain-status': (command) => done(this.coins.setStatus(command)),
    'credit-deposit': (command, timeMs) => made(this.#credit(command, timeMs), this.depositCount),
    'finalise-deposit': ({ deposit }) => made(this.#finalise(deposit), deposit),
    'request-withdrawal': (command, timeMs) => made(this.#request(command, timeMs), this.withdrawals.count),
    'request-pay-out': (command, timeMs) => made(this.#payOut(command, timeMs), this.withdrawals.count),
    'approve-withdrawal': ({ withdrawal }, timeMs) => made(this.#approve(withdrawal, timeMs), withdrawal),
    'settle-withdrawal': (command, timeMs) => made(this.#settle(command, timeMs), command.withdrawal),
    'reject-withdrawal': ({ withdrawal }, timeMs) => made(this.#reject(withdrawal, timeMs), withdrawal),
    'cancel-withdrawal': ({ owner, withdrawal }, timeMs) =>
      made(this.#cancel(owner, withdrawal, timeMs), withdrawal),
    'place-hold': (command, timeMs) => done(this.#placeHold(command, timeMs)),
    'book-chain-cost': (command) => done(this.#bookCost(command)),
  };

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.coins = new ChainCoins(kernel);
    this.moneyHolds = new Holds(kernel, FUNDING_CODE);
  }

  /** Checks in this order: account, chain, amount, reference, limit. */
  #credit(command: CreditDeposit, timeMs: number): RefusalName | null {
    const { ledger } = this.#kernel;
    const { owner, chain, asset, amount, rest, txid, output, isFinal } = command;
    const isTreasury = owner === PLATFORM.treasury;
    if (!isTreasury && !ledger.isOpen(owner)) return 'wallet/account-unknown';
    const coin = this.coins.find(chain, asset);
    if (coin === undefined) return 'wallet/chain-unknown';
    // The house takes what is too small for a user.
    if (!this.coins.isAmount(coin, { units: amount, rest }) || (amount === 0 && !isTreasury))
      return 'funding/amount-missing';
    if (!isReference(command) || (isTreasury && isFinal === 0)) return 'request/invalid';
    const reference = { use: USE.deposit, chain, txid, output };
    if (this.references.has(reference)) return 'funding/reference-used';
    if (isFinal === 0 && this.#confirming(owner, asset) > MAX_UNITS - amount) return 'wallet/limit-reached';
    const deposit = this.depositCount + 1;
    const to = { owner, wallet: isTreasury ? WALLET.house : WALLET.exchange, reference: deposit };
    const refusal = this.coins.bringIn(coin, { units: amount, rest }, to);
    if (refusal !== null) return refusal;
    this.references.add(reference);
    this.depositCount = deposit;
    const place = { deposit, owner, chain, asset, amount, rest, txid, output };
    const credited = { ...place, status: DEPOSIT_STATUS.credited, creditedMs: timeMs };
    this.#kernel.log.emit(depositEvent(credited));
    if (isFinal === 1) {
      this.#kernel.log.emit(depositEvent({ ...credited, status: DEPOSIT_STATUS.final }));
      return null;
    }
    this.deposits.set(deposit, credited);
    this.moneyHolds.place({ owner, asset, reason: HOLD_REASON.deposit, units: amount, untilMs: 0 });
    return null;
  }

  /** Units of deposits that are not final. */
  #confirming(owner: number, asset: number): number {
    return this.#kernel.heldMoney.find(owner, asset, HOLD_REASON.deposit)?.units ?? 0;
  }

  #finalise(number: number): RefusalName | null {
    const deposit = this.deposits.get(number);
    if (deposit === undefined) return 'funding/unknown-deposit';
    const { owner, asset, amount } = deposit;
    this.deposits.delete(number);
    this.#kernel.log.emit(depositEvent({ ...deposit, status: DEPOSIT_STATUS.final }));
    this.moneyHolds.shrink({ owner, asset, reason: HOLD_REASON.deposit, units: amount });
    return null;
  }

  #request(command: RequestWithdrawal, timeMs: number): RefusalName | null {
    const refusal = this.requestRefusal(command);
    if (refusal === null) this.#file(command, timeMs);
    return refusal;
  }

  /** Checks in the order of a request. Nothing of the house is held, and it pays itself no fee. */
  #payOut(command: RequestPayOut, timeMs: number): RefusalName | null {
    const { chain, asset, amount } = command;
    const coin = this.coins.find(chain, asset);
    if (coin === undefined) return 'wallet/chain-unknown';
    const asked = { ...command, owner: PLATFORM.treasury, fee: 0 };
    const refusal = termsRefusal(asked, coin, 0) ?? this.#numberRefusal(asked.owner);
    if (refusal !== null) return refusal;
    if (this.owned(asked.owner, asset) < amount) return 'wallet/insufficient-balance';
    this.#file(asked, timeMs);
    return null;
  }

  /** Freezes what a request that is allowed asks for. */
  #file(asked: Omit<RequestWithdrawal, 'type'>, timeMs: number): void {
    const { ledger, heldMoney } = this.#kernel;
    const { owner, chain, asset, amount, fee, address, memo } = asked;
    const units = frozenFor({ amount, fee });
    const account = ledger.find(owner, walletOf(owner), asset);
    const withdrawal = ++this.withdrawals.count;
    const reason = FUNDING_REASON['withdrawal-frozen'];
    ledger.freeze({ account, units, reason, reference: withdrawal });
    heldMoney.leave(owner, asset, units);
    const to = { address, memo, status: STATUS.requested, requestedMs: timeMs, changedMs: timeMs };
    const unsent = { txid: '', output: 0, cost: 0, costRest: 0 };
    const requested = { withdrawal, owner, chain, asset, amount, fee, ...to, ...unsent };
    this.withdrawals.file(requested);
    this.#kernel.log.emit(withdrawalEvent(requested));
    // It leaves, so it need not stay out of play.
    this.moneyHolds.shrink({ owner, asset, reason: HOLD_REASON.returned, units });
  }

  /**
   * The refusal that a request would get now. Checks in this order: account, chain, halt, amount,
   * fee, number, balance, held money.
   */
  requestRefusal(command: RequestWithdrawal): RefusalName | null {
    const { ledger, heldMoney } = this.#kernel;
    const { owner, chain, asset } = command;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    const coin = this.coins.find(chain, asset);
    if (coin === undefined) return 'wallet/chain-unknown';
    const refusal = termsRefusal(command, coin, coin.fee) ?? this.#numberRefusal(owner);
    if (refusal !== null) return refusal;
    const units = frozenFor(command);
    if (this.owned(owner, asset) < units) return 'wallet/insufficient-balance';
    return heldMoney.refuses(OUTFLOW.withdrawal, owner, { asset, units }) ? 'wallet/held' : null;
  }

  /** The units on the account that withdrawals leave that are not frozen, held or not. */
  owned(owner: number, asset: number): number {
    const { ledger } = this.#kernel;
    const account = ledger.find(owner, walletOf(owner), asset);
    return account < 0 ? 0 : ledger.available(account);
  }

  #numberRefusal(owner: number): RefusalName | null {
    return this.withdrawals.openCount(owner) >= OPEN_WITHDRAWALS_MAX ? 'funding/too-many-withdrawals' : null;
  }

  /** The most units of an asset, fee included, that could leave the exchange account now. */
  withdrawable(owner: number, asset: number): number {
    const { ledger, heldMoney } = this.#kernel;
    const account = ledger.find(owner, WALLET.exchange, asset);
    const isHeld = (units: number) => heldMoney.refuses(OUTFLOW.withdrawal, owner, { asset, units });
    if (account < 0 || isHeld(0)) return 0;
    // What holds refuse only grows with the amount.
    let [most, held] = [0, ledger.available(account) + 1];
    while (held - most > 1) {
      const middle = most + Math.floor((held - most) / 2);
      if (isHeld(middle)) held = middle;
      else most = middle;
    }
    return most;
  }

  #approve(number: number, timeMs: number): RefusalName | null {
    const withdrawal = this.withdrawals.all.get(number);
    if (withdrawal === undefined) return 'funding/unknown-withdrawal';
    if (withdrawal.status !== STATUS.requested) return 'funding/withdrawal-state';
    const coin = this.#coinOf(withdrawal);
    if (coin.status === CHAIN_STATUS.halted) return 'funding/halted';
    const { owner, asset, amount } = withdrawal;
    // Of holds that came after the request.
    if (this.#kernel.heldMoney.refuses(OUTFLOW.withdrawal, owner, { asset, units: 0 })) return 'wallet/held';
    if (!this.coins.covers(coin, { units: amount, rest: 0 }, coin.approved)) return 'funding/chain-short';
    coin.approved += amount;
    this.#change(withdrawal, { status: STATUS.approved, changedMs: timeMs });
    return null;
  }

  /** Checks in this order: withdrawal, state, cost, reference, what the chain has. */
  #settle(command: SettleWithdrawal, timeMs: number): RefusalName | null {
    const { txid, output, cost, costRest } = command;
    const withdrawal = this.withdrawals.all.get(command.withdrawal);
    if (withdrawal === undefined) return 'funding/unknown-withdrawal';
    if (withdrawal.status !== STATUS.approved) return 'funding/withdrawal-state';
    const { chain, amount } = withdrawal;
    const coin = this.#coinOf(withdrawal);
    const costCoin = this.coins.find(chain, coin.costAsset)!;
    const charged = { units: cost, rest: costRest };
    if (!this.coins.isAmount(costCoin, charged) || !isReference(command)) return 'request/invalid';
    const reference = { use: USE.settlement, chain, txid, output };
    const costReference = cost + costRest > 0 ? costOf(chain, command) : null;
    if (this.references.has(reference)) return 'funding/reference-used';
    if (costReference !== null && this.references.has(costReference)) return 'funding/reference-used';
    const isCovered =
      this.coins.covers(coin, { units: amount, rest: 0 }) &&
      this.coins.covers(costCoin, charged, costCoin === coin ? amount : 0);
    if (!isCovered) return 'funding/chain-short';
    this.references.add(reference);
    if (costReference !== null) this.references.add(costReference);
    this.#pay(withdrawal);
    this.coins.charge(costCoin, charged, withdrawal.withdrawal);
    coin.approved -= amount;
    this.withdrawals.remove(withdrawal);
    this.#change(withdrawal, { status: STATUS.settled, changedMs: timeMs, txid, output, cost, costRest });
    return null;
  }

  #pay(withdrawal: Withdrawal): void {
    const { ledger, heldMoney } = this.#kernel;
    const { owner, chain, asset, amount, fee, withdrawal: reference } = withdrawal;
    const from = ledger.account(owner, walletOf(owner), asset);
    const chainAccount = ledger.account(chainOwner(chain), WALLET.house, asset);
    const paid = FUNDING_REASON['withdrawal-paid'];
    ledger.payFrozen({ from, to: chainAccount, units: amount, reason: paid, reference });
    if (fee > 0) {
      const fees = ledger.account(PLATFORM.fees, WALLET.house, asset);
      const reason = FUNDING_REASON['withdrawal-fee'];
      ledger.payFrozen({ from, to: fees, units: fee, reason, reference });
    }
    heldMoney.leave(owner, asset, -frozenFor(withdrawal));
  }

  #reject(number: number, timeMs: number): RefusalName | null {
    const withdrawal = this.withdrawals.all.get(number);
    if (withdrawal === undefined) return 'funding/unknown-withdrawal';
    if (withdrawal.status === STATUS.approved) this.#coinOf(withdrawal).approved -= withdrawal.amount;
    this.#giveBack(withdrawal, STATUS.rejected, timeMs);
    return null;
  }

  /** Somebody else's withdrawal is unknown. */
  #cancel(owner: number, number: number, timeMs: number): RefusalName | null {
    const withdrawal = this.withdrawals.all.get(number);
    if (withdrawal === undefined || withdrawal.owner !== owner) return 'funding/unknown-withdrawal';
    if (withdrawal.status !== STATUS.requested) return 'funding/withdrawal-state';
    this.#giveBack(withdrawal, STATUS.cancelled, timeMs);
    return null;
  }

  #giveBack(withdrawal: Withdrawal, status: number, timeMs: number): void {
    const { ledger, heldMoney } = this.#kernel;
    const { owner, asset, withdrawal: reference } = withdrawal;
    const account = ledger.account(owner, walletOf(owner), asset);
    const units = frozenFor(withdrawal);
    ledger.release({ account, units, reason: FUNDING_REASON['withdrawal-returned'], reference });
    heldMoney.leave(owner, asset, -units);
    this.withdrawals.remove(withdrawal);
    this.#change(withdrawal, { status, changedMs: timeMs });
    if (isPayOut(owner)) return;
    const untilMs = timeMs + RETURNED_HOLD_MS;
    this.moneyHolds.place({ owner, asset, reason: HOLD_REASON.returned, units, untilMs });
  }

  #change(withdrawal: Withdrawal, change: Partial<Withdrawal>): void {
    this.#kernel.log.emit(withdrawalEvent(Object.assign(withdrawal, change)));
  }

  #coinOf({ chain, asset }: Withdrawal): ChainCoin {
    return this.coins.find(chain, asset)!;
  }

  #placeHold(command: PlaceHold, timeMs: number): RefusalName | null {
    const { owner, asset, amount: units, reason, untilMs } = command;
    const { ledger, registry, heldMoney } = this.#kernel;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    const isInTime = Number.isSafeInteger(untilMs) && untilMs > timeMs && untilMs - timeMs <= HOLD_MS_MAX;
    const isAll = reason === 'security';
    if (!isInTime || (isAll && (asset !== ALL_ASSETS || units !== 0))) return 'request/invalid';
    if (!isAll && registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    const there = heldMoney.find(owner, asset, HOLD_REASON[reason])?.units ?? 0;
    const isAmount = Number.isSafeInteger(units) && units > 0 && units <= MAX_UNITS - there;
    if (!isAll && !isAmount) return 'request/invalid';
    this.moneyHolds.place({ owner, asset, reason: HOLD_REASON[reason], units, untilMs });
    return null;
  }

  #bookCost(command: BookChainCost): RefusalName | null {
    const { chain, asset, amount: units, rest } = command;
    const coin = this.coins.find(chain, asset);
    if (coin === undefined) return 'wallet/chain-unknown';
    if (!this.coins.isAmount(coin, { units, rest }) || units + rest === 0) return 'funding/amount-missing';
    if (!isReference(command)) return 'request/invalid';
    const reference = costOf(chain, command);
    if (this.references.has(reference)) return 'funding/reference-used';
    if (!this.coins.covers(coin, { units, rest })) return 'funding/chain-short';
    this.references.add(reference);
    this.coins.charge(coin, { units, rest }, 0);
    return null;
  }

  onTick(tick: PricedTick): void {
    this.moneyHolds.onTick(tick);
  }

  processDue(item: DueItem): void {
    this.moneyHolds.processDue(item);
  }

  restoreDue(item: DueItem): void {
    this.moneyHolds.restoreDue(item);
  }

  onRules(): void {}

  save(out: ByteWriter): void {
    saveFunding(this, out);
  }

  load(input: ByteReader): void {
    loadFunding(this, input);
    for (const withdrawal of this.withdrawals.all.values()) {
      const { owner, asset, amount, status } = withdrawal;
      this.#kernel.heldMoney.leave(owner, asset, frozenFor(withdrawal));
      if (status === STATUS.approved) this.#coinOf(withdrawal).approved += amount;
    }
  }

  *holds(): Iterable<Hold> {
    for (const withdrawal of this.withdrawals.all.values()) {
      const { owner, asset } = withdrawal;
      yield { owner, wallet: walletOf(owner), asset, part: 'frozen', units: frozenFor(withdrawal) };
    }
  }

  /** Withdrawals freeze what their owners have, and promise nothing. */
  obligations(): Obligation[] {
    return [];
  }

  needs(): boolean {
    return false;
  }

  findings(): Finding[] {
    return this.coins.findings();
  }

  *open(owner?: number): Iterable<FundingEvent> {
    for (const deposit of this.deposits.values())
      if (owner === undefined || deposit.owner === owner) yield depositEvent(deposit);
    const { withdrawals } = this;
    for (const one of owner === undefined ? withdrawals.all.values() : withdrawals.of(owner))
      yield withdrawalEvent(one);
    for (const hold of owner === undefined ? this.moneyHolds.all.values() : this.moneyHolds.of(owner))
      yield holdEvent(hold);
  }
}
