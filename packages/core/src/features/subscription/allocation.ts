/**
 * The close and the distribution of a project, in portions (D0013): a tick queues as many items as
 * its list needs, and each does the next part of the work. No item depends on how the others were
 * spread over commands.
 *
 * close:        share (floor and remainder of each line) ... rank (who gets the units that are
 *               left) award (one unit each) ...
 * distribution: pay (coins and rest of each line) ... finish (fee, unsold coins)
 */
import { mulPpmFloor } from '@glasshouse/money';
import { costOf, cutOf, raiseOf, shareOf } from '@glasshouse/protocol/subscription/quote';
import { PLATFORM, WALLET } from '../../accounts.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { HeldMoney } from '../../ledger/held-money.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { MARKET_STATUS } from '../../registry.ts';
import { PHASE, SUBSCRIPTION_STATUS } from './events.ts';
import { projectEvent, changedEvent, type Project, type Subscription } from './project.ts';
import { SUBSCRIPTION_HOUSE, SUBSCRIPTION_REASON } from './reasons.ts';

/** DueItem.action. */
export const DUE = { share: 1, rank: 2, award: 3, pay: 4, finish: 5, list: 6 } as const;

/** Lines of one item. Each makes at most one event of a share or an award, and six of a payment. */
export const PORTION = { [DUE.share]: 500, [DUE.award]: 500, [DUE.pay]: 250 } as const;
type Portioned = keyof typeof PORTION;

interface Parts {
  readonly ledger: Ledger;
  readonly heldMoney: HeldMoney;
  readonly log: EventLog;
}

/** The actions that fix and work out a list of so many lines. */
export function closingActions(lines: number): number[] {
  return [...portions(DUE.share, lines), DUE.rank, ...portions(DUE.award, lines)];
}

/** Those that distribute it. */
export function distributionActions(lines: number): number[] {
  return [...portions(DUE.pay, lines), DUE.finish];
}

const portions = (action: Portioned, lines: number): number[] =>
  Array.from({ length: Math.ceil(lines / PORTION[action]) }, () => action);

export function act(
  parts: Parts,
  project: Project,
  { action, tickMs }: { action: number; tickMs: number },
): void {
  if (action === DUE.share) each(project, DUE.share, (line) => share(parts, project, line));
  else if (action === DUE.rank) rank(parts, project);
  else if (action === DUE.award) award(parts, project);
  else if (action === DUE.pay) each(project, DUE.pay, (line) => pay(parts, project, { line, tickMs }));
  else if (action === DUE.finish) finish(parts, project);
  else list(parts, project);
}

function each(project: Project, action: Portioned, work: (line: Subscription) => void): void {
  const to = Math.min(project.cursor + PORTION[action], project.list.length);
  for (; project.cursor < to; project.cursor++) work(project.list[project.cursor]!);
}

function share({ log }: Parts, project: Project, line: Subscription): void {
  const { coins, remainder } = shareOf(line.amount, project.sale);
  line.remainder = remainder;
  line.status = SUBSCRIPTION_STATUS.closed;
  allot(project, line, coins);
  log.emit(changedEvent(line));
}

function allot(project: Project, line: Subscription, coins: number): void {
  const cost = costOf(coins, project.price);
  project.sold += coins - line.coins;
  project.cost += cost - line.cost;
  line.coins = coins;
  line.cost = cost;
}

function rank(parts: Parts, project: Project): void {
  const isCovered = project.total <= raiseOf(project.terms.forSale, project.price);
  const remainders = new Float64Array(project.list.length);
  project.list.forEach(({ remainder }, i) => (remainders[i] = remainder));
  project.cut = cutOf(remainders, isCovered ? 0 : project.terms.forSale - project.sold);
  project.cursor = 0;
  if (project.list.length === 0) close(parts, project);
  else parts.log.emit(projectEvent(project));
}

function award(parts: Parts, project: Project): void {
  each(project, DUE.award, (line) => {
    const { above, equals } = project.cut;
    const isEqual = line.remainder === above && equals > 0;
    if (isEqual) project.cut = { above, equals: equals - 1 };
    if (!isEqual && line.remainder <= above) return;
    line.isRounded = 1;
    allot(project, line, line.coins + 1);
    parts.log.emit(changedEvent(line));
  });
  if (project.cursor === project.list.length) close(parts, project);
}

function close({ log }: Parts, project: Project): void {
  project.phase = PHASE.closed;
  project.cursor = 0;
  log.emit(projectEvent(project));
}

/** The coins arrive, their cost goes to the proceeds, and what was not spent is free again. */
function pay(
  { ledger, heldMoney, log }: Parts,
  project: Project,
  { line, tickMs }: { readonly line: Subscription; readonly tickMs: number },
): void {
  const { owner, amount, coins, cost, subscription: reference } = line;
  const { base, quote } = project.market;
  const own = ledger.account(owner, WALLET.exchange, quote);
  if (coins > 0) {
    const from = ledger.account(SUBSCRIPTION_HOUSE.subscriptionPool, WALLET.house, base);
    const to = ledger.account(owner, WALLET.exchange, base);
    const reason = SUBSCRIPTION_REASON['subscription-coins'];
    ledger.payFrozen({ from, to, units: coins, reason, reference });
    const proceeds = ledger.account(SUBSCRIPTION_HOUSE.subscriptionProceeds, WALLET.house, quote);
    const paid = SUBSCRIPTION_REASON['subscription-paid'];
    // A single unit of a coin can cost less than a unit.
    if (cost > 0) ledger.payFrozen({ from: own, to: proceeds, units: cost, reason: paid, reference });
    project.given += coins;
  }
  const reason = SUBSCRIPTION_REASON['subscription-returned'];
  if (amount > cost) ledger.release({ account: own, units: amount - cost, reason, reference });
  heldMoney.leave(owner, quote, -amount);
  line.status = SUBSCRIPTION_STATUS.distributed;
  line.endedMs = tickMs;
  log.emit(changedEvent(line));
}

/** The house keeps its fee, rounded down, and coins that nobody got are free in the pool. */
function finish({ ledger, log }: Parts, project: Project): void {
  const { project: reference, forSale, feePpm } = project.terms;
  const { base, quote } = project.market;
  const { subscriptionPool, subscriptionProceeds } = SUBSCRIPTION_HOUSE;
  project.fee = mulPpmFloor(project.cost, feePpm);
  if (project.fee > 0) {
    const from = ledger.account(subscriptionProceeds, WALLET.house, quote);
    const to = ledger.account(PLATFORM.fees, WALLET.house, quote);
    const reason = SUBSCRIPTION_REASON['subscription-fee'];
    ledger.move({ from, to, units: project.fee, reason, reference });
  }
  const account = ledger.account(subscriptionPool, WALLET.house, base);
  const reason = SUBSCRIPTION_REASON['subscription-pooled'];
  const unsold = forSale - project.given;
  if (unsold > 0) ledger.release({ account, units: unsold, reason, reference });
  project.forgetList();
  project.phase = PHASE.distributed;
  log.emit(projectEvent(project));
}

/** A pair that has a price already was opened before; its halt is then an operator's. */
function list({ log }: Parts, project: Project): void {
  const { market } = project;
  if (market.indexPrice === 0) market.status = MARKET_STATUS.trading;
  project.phase = PHASE.listed;
  log.emit(projectEvent(project));
}
