/**
 * The auditor's own rules of money in and out: what is credited and how often, what a withdrawal
 * freezes, pays and gives back, what chains hold, and what may not leave.
 */
import type { CoreEvent, FundingCommand, Tick } from '../../src/index.ts';
import {
  carriedBy,
  costReferenceOf,
  isAmountOf,
  isReference,
  isWhole,
  referenceOf,
  requestedOf,
  termsRefusal,
  textOf,
  wholeCost,
  type AuditedCoin,
  type AuditedDeposit,
  type AuditedWithdrawal,
  type Of,
} from './funding-terms.ts';
import type { Audited, AuditedFeature, Verdict } from '../feature.ts';
import { DEPOSIT, RETURNED, REVIEW, SECURITY, type AuditedHold } from './held-money.ts';

const [EXCHANGE, HOUSE] = [2, 0];
const [TREASURY, FEES, NETWORK_COSTS] = [2, 3, 20];
const UNITS_MAX = 2n ** 53n - 1n;
const AMOUNT_MAX = Number(UNITS_MAX / 4n);
const DAY_MS = 86_400_000;
const HOLD_MS_MAX = 366 * DAY_MS;
const OPEN_MAX = 20;
const [REQUESTED, APPROVED, SETTLED, REJECTED, CANCELLED] = [0, 1, 2, 3, 4];
const ALL = -1;

const chainOwner = (chain: number): number => NETWORK_COSTS + chain;
/** The account that a withdrawal leaves. */
const walletOf = (owner: number): number => (owner === TREASURY ? HOUSE : EXCHANGE);

export function audit(audited: Audited): AuditedFeature<FundingCommand> {
  const funding = new AuditedFunding(audited);
  return {
    rules: {
      'define-chain-coin': (command) => funding.define(command),
      'set-chain-status': (command) => funding.setStatus(command),
      'credit-deposit': (command, { id }, timeMs) => funding.credit(command, id, timeMs),
      'finalise-deposit': ({ deposit }) => funding.finalise(deposit),
      'request-withdrawal': (command, { id }, timeMs) => funding.request(command, id, timeMs),
      'request-pay-out': (command, { id }, timeMs) => funding.payOut(command, id, timeMs),
      'approve-withdrawal': ({ withdrawal }, _outcome, timeMs) => funding.approve(withdrawal, timeMs),
      'settle-withdrawal': (command, _outcome, timeMs) => funding.settle(command, timeMs),
      'reject-withdrawal': ({ withdrawal }, _outcome, timeMs) =>
        funding.giveBack(funding.withdrawals.get(withdrawal), REJECTED, timeMs),
      'cancel-withdrawal': (command, _outcome, timeMs) => funding.cancel(command, timeMs),
      'place-hold': (command, _outcome, timeMs) => funding.placeHold(command, timeMs),
      'book-chain-cost': (command) => funding.bookCost(command),
    },
    see: (event) => funding.see(event),
    needs: () => false,
    // Nothing is issued to the accounts of the world outside.
    reserve: null,
    due: {
      onTick: (tick) => funding.onTick(tick),
      next: () => funding.nextDue,
      process: () => funding.process(),
      countOf: (events) => events.filter(isEndOfHold).length,
    },
  };
}

const isEndOfHold = (event: CoreEvent): boolean =>
  event.type === 'hold-changed' && event.units === 0 && event.untilMs === 0;

class AuditedFunding {
  readonly withdrawals = new Map<number, AuditedWithdrawal>();
  readonly #audited: Audited;
  readonly #coins = new Map<string, AuditedCoin>();
  readonly #statuses = new Map<number, number>();
  readonly #used = new Set<string>();
  readonly #deposits = new Map<number, AuditedDeposit>();
  /** Ends of holds that ticks have decided, by their places in the due queue. */
  readonly #due = new Map<AuditedHold, number>();
  /** Events that the core still has to report. */
  readonly #told: string[] = [];
  #counts = { deposits: 0, withdrawals: 0, holds: 0 };

  constructor(audited: Audited) {
    this.#audited = audited;
  }

  define(command: Of<'define-chain-coin'>): Verdict {
    const { type: _, ...terms } = command;
    const { chain, asset, restDecimals, costAsset, fee, minAmount, maxAmount } = terms;
    if (!this.#audited.decimals.has(asset)) return 'wallet/unknown-asset';
    const isSound =
      isWhole(chain, 1, 39) &&
      isWhole(restDecimals, 0, 15) &&
      isWhole(fee, 0, AMOUNT_MAX) &&
      isWhole(minAmount, 1, maxAmount) &&
      isWhole(maxAmount, 1, AMOUNT_MAX);
    if (!isSound) return 'request/invalid';
    if (costAsset !== asset && !this.#coins.has(`${chain}/${costAsset}`)) return 'wallet/chain-unknown';
    const there = this.#coins.get(`${chain}/${asset}`);
    if (there !== undefined && there.rest > 0 && there.restDecimals !== restDecimals)
      return 'request/invalid';
    const coin = { ...terms, rest: there?.rest ?? 0, status: this.#statuses.get(chain) ?? 0 };
    this.#coins.set(`${chain}/${asset}`, coin);
    this.#tell('chain-coin-changed', coin);
    return null;
  }

  setStatus({ chain, status }: Of<'set-chain-status'>): Verdict {
    const coins = [...this.#coins.values()].filter((coin) => coin.chain === chain);
    if (coins.length === 0) return 'wallet/chain-unknown';
    this.#statuses.set(chain, status);
    for (const coin of coins) {
      coin.status = status;
      this.#tell('chain-coin-changed', coin);
    }
    return null;
  }

  #creditRefusal(command: Of<'credit-deposit'>): Verdict {
    const { owner, chain, asset, amount, rest, isFinal } = command;
    const isTreasury = owner === TREASURY;
    if (!isTreasury && !this.#audited.owners.has(owner)) return 'wallet/account-unknown';
    const coin = this.#coins.get(`${chain}/${asset}`);
    if (coin === undefined) return 'wallet/chain-unknown';
    if (!isAmountOf(coin, amount, rest) || (amount === 0 && !isTreasury)) return 'funding/amount-missing';
    if (!isReference(command) || (isTreasury && isFinal === 0)) return 'request/invalid';
    if (this.#used.has(referenceOf('deposit', command, chain))) return 'funding/reference-used';
    const issued = this.#audited.books.issued(asset) + BigInt(amount) + BigInt(carriedBy(coin, rest));
    const waiting = isFinal === 0 ? this.#waiting(owner, asset) + BigInt(amount) : 0n;
    return issued > UNITS_MAX || waiting > UNITS_MAX ? 'wallet/limit-reached' : null;
  }

  credit(command: Of<'credit-deposit'>, id: number, timeMs: number): Verdict {
    const refusal = this.#creditRefusal(command);
    if (refusal !== null) return refusal;
    const { type: _, isFinal, ...facts } = command;
    const { owner, chain, asset, amount, rest } = facts;
    const { books } = this.#audited;
    const isTreasury = owner === TREASURY;
    const coin = this.#coins.get(`${chain}/${asset}`)!;
    const carried = carriedBy(coin, rest);
    this.#used.add(referenceOf('deposit', command, chain));
    books.expect([chainOwner(chain), HOUSE, asset], -BigInt(amount + carried));
    books.expect([owner, isTreasury ? HOUSE : EXCHANGE, asset], BigInt(amount));
    books.expect([TREASURY, HOUSE, asset], BigInt(carried));
    this.#setRest(coin, coin.rest + rest - carried * 10 ** coin.restDecimals);
    const deposit: AuditedDeposit = { deposit: ++this.#counts.deposits, ...facts, creditedMs: timeMs };
    this.#demandId(id, deposit.deposit, 'deposit');
    this.#tell('deposit-changed', { ...deposit, status: 0 });
    if (isFinal === 1) {
      this.#tell('deposit-changed', { ...deposit, status: 1 });
      return null;
    }
    this.#deposits.set(deposit.deposit, deposit);
    this.#hold({ owner, asset, reason: DEPOSIT, units: BigInt(amount), untilMs: 0 });
    return null;
  }

  #waiting(owner: number, asset: number): bigint {
    return this.#audited.held.find(owner, asset, DEPOSIT)?.units ?? 0n;
  }

  finalise(number: number): Verdict {
    const deposit = this.#deposits.get(number);
    if (deposit === undefined) return 'funding/unknown-deposit';
    this.#deposits.delete(number);
    this.#tell('deposit-changed', { ...deposit, status: 1 });
    const { owner, asset, amount } = deposit;
    this.#loosen({ owner, asset, reason: DEPOSIT, units: BigInt(amount) });
    return null;
  }

  request(command: Of<'request-withdrawal'>, id: number, timeMs: number): Verdict {
    const { type: _, ...facts } = command;
    if (!this.#audited.owners.has(facts.owner)) return 'wallet/account-unknown';
    const coin = this.#coins.get(`${facts.chain}/${facts.asset}`);
    return coin === undefined ? 'wallet/chain-unknown' : this.#leave(facts, coin.fee, { id, timeMs });
  }

  payOut(command: Of<'request-pay-out'>, id: number, timeMs: number): Verdict {
    const { type: _, ...asked } = command;
    if (!this.#coins.has(`${asked.chain}/${asked.asset}`)) return 'wallet/chain-unknown';
    return this.#leave({ ...asked, owner: TREASURY, fee: 0 }, 0, { id, timeMs });
  }

  #leave(
    facts: Omit<Of<'request-withdrawal'>, 'type'>,
    due: number,
    { id, timeMs }: { readonly id: number; readonly timeMs: number },
  ): Verdict {
    const { owner, chain, asset, amount, fee } = facts;
    const { books, held } = this.#audited;
    const coin = this.#coins.get(`${chain}/${asset}`)!;
    const refusal = termsRefusal(coin, facts, due);
    if (refusal !== null) return refusal;
    const own = [...this.withdrawals.values()].filter((one) => one.owner === owner);
    if (own.length >= OPEN_MAX) return 'funding/too-many-withdrawals';
    const units = BigInt(amount) + BigInt(fee);
    if (books.get(owner, walletOf(owner), asset).available < units) return 'wallet/insufficient-balance';
    if (held.closes('withdrawal', owner, { asset, units })) return 'wallet/held';
    books.expect([owner, walletOf(owner), asset], -units, units);
    held.leave(owner, asset, units);
    const withdrawal = requestedOf(++this.#counts.withdrawals, facts, timeMs);
    this.#demandId(id, withdrawal.withdrawal, 'withdrawal');
    this.withdrawals.set(withdrawal.withdrawal, withdrawal);
    this.#tell('withdrawal-changed', withdrawal);
    this.#loosen({ owner, asset, reason: RETURNED, units });
    return null;
  }

  approve(number: number, timeMs: number): Verdict {
    const withdrawal = this.withdrawals.get(number);
    if (withdrawal === undefined) return 'funding/unknown-withdrawal';
    if (withdrawal.status !== REQUESTED) return 'funding/withdrawal-state';
    const { chain, asset, amount } = withdrawal;
    const coin = this.#coins.get(`${chain}/${asset}`)!;
    if (coin.status === 1) return 'funding/halted';
    const { owner } = withdrawal;
    if (this.#audited.held.closes('withdrawal', owner, { asset, units: 0n })) return 'wallet/held';
    const approved = [...this.withdrawals.values()]
      .filter((one) => one.status === APPROVED && one.chain === chain && one.asset === asset)
      .reduce((sum, one) => sum + BigInt(one.amount), 0n);
    if (this.#onChain(coin) < approved + BigInt(amount)) return 'funding/chain-short';
    this.#change(withdrawal, APPROVED!, timeMs);
    return null;
  }

  settle(command: Of<'settle-withdrawal'>, timeMs: number): Verdict {
    const { txid, output, cost, costRest } = command;
    const { books, held } = this.#audited;
    const withdrawal = this.withdrawals.get(command.withdrawal);
    if (withdrawal === undefined) return 'funding/unknown-withdrawal';
    if (withdrawal.status !== APPROVED) return 'funding/withdrawal-state';
    const { owner, chain, asset, amount, fee } = withdrawal;
    const coin = this.#coins.get(`${chain}/${asset}`)!;
    const costCoin = this.#coins.get(`${chain}/${coin.costAsset}`)!;
    if (!isAmountOf(costCoin, cost, costRest) || !isReference(command)) return 'request/invalid';
    const costs = cost > 0 || costRest > 0 ? [costReferenceOf(command, chain)] : [];
    const names = [referenceOf('settlement', command, chain), ...costs];
    if (names.some((name) => this.#used.has(name))) return 'funding/reference-used';
    const paidBesides = costCoin === coin ? BigInt(amount) : 0n;
    const isEnough =
      this.#onChain(coin) >= BigInt(amount) &&
      this.#onChain(costCoin) - paidBesides >= wholeCost(costCoin, cost, costRest);
    if (!isEnough) return 'funding/chain-short';
    for (const name of names) this.#used.add(name);
    books.expect([owner, walletOf(owner), asset], 0n, -BigInt(amount) - BigInt(fee));
    books.expect([chainOwner(chain), HOUSE, asset], BigInt(amount));
    books.expect([FEES!, HOUSE, asset], BigInt(fee));
    held.leave(owner, asset, -BigInt(amount) - BigInt(fee));
    this.#charge(costCoin, cost, costRest);
    Object.assign(withdrawal, { txid, output, cost, costRest });
    this.withdrawals.delete(withdrawal.withdrawal);
    this.#change(withdrawal, SETTLED!, timeMs);
    return null;
  }

  cancel({ owner, withdrawal: number }: Of<'cancel-withdrawal'>, timeMs: number): Verdict {
    const withdrawal = this.withdrawals.get(number);
    if (withdrawal?.owner !== owner) return 'funding/unknown-withdrawal';
    if (withdrawal.status === APPROVED) return 'funding/withdrawal-state';
    return this.giveBack(withdrawal, CANCELLED, timeMs);
  }

  giveBack(withdrawal: AuditedWithdrawal | undefined, status: number | undefined, timeMs: number): Verdict {
    if (withdrawal === undefined) return 'funding/unknown-withdrawal';
    const { owner, asset, amount, fee } = withdrawal;
    const units = BigInt(amount) + BigInt(fee);
    this.#audited.books.expect([owner, walletOf(owner), asset], units, -units);
    this.#audited.held.leave(owner, asset, -units);
    this.withdrawals.delete(withdrawal.withdrawal);
    this.#change(withdrawal, status!, timeMs);
    if (owner !== TREASURY) this.#hold({ owner, asset, reason: RETURNED, units, untilMs: timeMs + DAY_MS });
    return null;
  }

  placeHold(command: Of<'place-hold'>, timeMs: number): Verdict {
    const { owner, asset, amount, untilMs } = command;
    const reason = command.reason === 'security' ? SECURITY : REVIEW;
    if (!this.#audited.owners.has(owner)) return 'wallet/account-unknown';
    if (!isWhole(untilMs, timeMs + 1, timeMs + HOLD_MS_MAX)) return 'request/invalid';
    if (reason === SECURITY) {
      if (asset !== ALL || amount !== 0) return 'request/invalid';
    } else {
      if (!this.#audited.decimals.has(asset)) return 'wallet/unknown-asset';
      const there = this.#audited.held.find(owner, asset, reason)?.units ?? 0n;
      if (!isWhole(amount, 1, Infinity) || there + BigInt(amount) > UNITS_MAX) return 'request/invalid';
    }
    this.#hold({ owner, asset, reason, units: BigInt(amount), untilMs });
    return null;
  }

  bookCost(command: Of<'book-chain-cost'>): Verdict {
    const { chain, asset, amount, rest } = command;
    const coin = this.#coins.get(`${chain}/${asset}`);
    if (coin === undefined) return 'wallet/chain-unknown';
    if (!isAmountOf(coin, amount, rest) || (amount === 0 && rest === 0)) return 'funding/amount-missing';
    if (!isReference(command)) return 'request/invalid';
    if (this.#used.has(costReferenceOf(command, chain))) return 'funding/reference-used';
    if (this.#onChain(coin) < wholeCost(coin, amount, rest)) return 'funding/chain-short';
    this.#used.add(costReferenceOf(command, chain));
    this.#charge(coin, amount, rest);
    return null;
  }

  /** Ends of one tick are processed by number. */
  onTick({ tickMs }: Tick): void {
    const { held, nextPlace, report } = this.#audited;
    for (const told of this.#told.splice(0)) report(`${told} was never reported`);
    const ended = held.all.filter(
      (hold) => hold.untilMs > 0 && hold.untilMs <= tickMs && !this.#due.has(hold),
    );
    for (const hold of ended.sort((a, b) => a.hold - b.hold)) this.#due.set(hold, nextPlace());
  }

  get nextDue(): number {
    return Math.min(Infinity, ...this.#due.values());
  }

  process(): void {
    const next = this.nextDue;
    for (const [hold, place] of this.#due) if (place === next) this.#end(hold);
  }

  see(event: CoreEvent): void {
    const { type } = event;
    if (
      type !== 'deposit-changed' &&
      type !== 'withdrawal-changed' &&
      type !== 'hold-changed' &&
      type !== 'chain-coin-changed'
    )
      return;
    const text = textOf(event);
    const at = this.#told.indexOf(text);
    if (at >= 0) this.#told.splice(at, 1);
    else this.#audited.report(`${text} was reported, due was ${this.#told.join(' ') || 'nothing'}`);
  }

  #hold(placed: Omit<AuditedHold, 'hold'>): void {
    const { held } = this.#audited;
    const there = held.find(placed.owner, placed.asset, placed.reason);
    if (there === undefined) {
      const hold = { hold: ++this.#counts.holds, ...placed };
      held.all.push(hold);
      this.#tellHold(hold);
      return;
    }
    there.units += placed.units;
    there.untilMs = Math.max(there.untilMs, placed.untilMs);
    this.#due.delete(there);
    this.#tellHold(there);
  }

  #loosen({ owner, asset, reason, units }: Omit<AuditedHold, 'hold' | 'untilMs'>): void {
    const hold = this.#audited.held.find(owner, asset, reason);
    if (hold === undefined) return;
    if (hold.units <= units) return this.#end(hold);
    hold.units -= units;
    this.#tellHold(hold);
  }

  #end(hold: AuditedHold): void {
    this.#due.delete(hold);
    const { all } = this.#audited.held;
    all.splice(all.indexOf(hold), 1);
    this.#tellHold({ ...hold, units: 0n, untilMs: 0 });
  }

  #tellHold({ units, ...hold }: AuditedHold): void {
    this.#tell('hold-changed', { ...hold, units: Number(units) });
  }

  #change(withdrawal: AuditedWithdrawal, status: number, timeMs: number): void {
    withdrawal.status = status;
    withdrawal.changedMs = timeMs;
    this.#tell('withdrawal-changed', withdrawal);
  }

  #charge(coin: AuditedCoin, units: number, rest: number): void {
    const { books } = this.#audited;
    const charged = wholeCost(coin, units, rest);
    const borrowed = Number(charged) - units;
    books.expect([NETWORK_COSTS!, HOUSE, coin.asset], -charged);
    books.expect([chainOwner(coin.chain), HOUSE, coin.asset], charged);
    this.#setRest(coin, coin.rest - rest + borrowed * 10 ** coin.restDecimals);
  }

  #setRest(coin: AuditedCoin, rest: number): void {
    if (rest === coin.rest) return;
    coin.rest = rest;
    this.#tell('chain-coin-changed', coin);
  }

  #onChain({ chain, asset }: AuditedCoin): bigint {
    return -this.#audited.books.get(chainOwner(chain), HOUSE, asset).available;
  }

  #demandId(id: number, due: number, what: string): void {
    if (id !== due) this.#audited.report(`${what} ${id} was made, due was ${due}`);
  }

  #tell(type: string, fields: object): void {
    this.#told.push(textOf({ ...fields, type }));
  }
}
