/**
 * One step of each source: what is new since a mark, what the rules find of it, and the next mark.
 * A step reads a bounded part of the rows, writes nothing, and gives the same for the same rows.
 */
import type {
  AccountLink,
  DocumentFacts,
  MovementFacts,
  MovementKind,
  SignInFacts,
  TradeFacts,
  Turnover,
  UserTrade,
} from '../../contract/watch-facts.ts';
import { passesOf, structuring, velocity, type Pass } from './detectors/movements.ts';
import { reusedDocument, sharedDevice } from './detectors/persons.ts';
import { ringFinding, ringsOf } from './detectors/rings.ts';
import type { Known } from './detectors/trades.ts';
import { backAndForth, washTrade } from './detectors/wash.ts';
import type { Finding } from './findings.ts';
import { BUDGET, DEVICE, RING, STEP_SPAN_MS, STRUCTURING, VELOCITY, WASH } from './rules.ts';

export interface Facts {
  readonly tradeFacts: TradeFacts;
  readonly movementFacts: MovementFacts;
  readonly signInFacts: SignInFacts;
  readonly documentFacts: DocumentFacts;
}

export interface Step {
  readonly findings: readonly Finding[];
  /** Everything up to here was looked at. */
  readonly mark: number;
}

/** Null: nothing is new. */
type TakeStep = (facts: Facts, mark: number) => Promise<Step | null>;

export const SOURCES: Readonly<Record<string, TakeStep>> = {
  trades: tradeStep,
  deposits: (facts, mark) => movementStep(facts, mark, 'deposit'),
  withdrawals: (facts, mark) => movementStep(facts, mark, 'withdrawal'),
  'sign-ins': signInStep,
  documents: documentStep,
};

/** The first rows, as far as they lie close together in time. */
function together<T extends { readonly timeMs: number }>(rows: readonly T[]): readonly T[] {
  const end = (rows[0]?.timeMs ?? 0) + STEP_SPAN_MS;
  const later = rows.findIndex(({ timeMs }) => timeMs > end);
  return later < 0 ? rows : rows.slice(0, later);
}

async function tradeStep(facts: Facts, mark: number): Promise<Step | null> {
  const { tradeFacts } = facts;
  const fresh = together(await tradeFacts.newTrades(mark, BUDGET.rows));
  const [first, last] = [fresh[0], fresh.at(-1)];
  if (first === undefined || last === undefined) return null;
  const window = { sinceMs: first.timeMs - WASH.windowMs, untilMs: last.timeMs };
  const trades = await tradesAround(tradeFacts, fresh, window);
  const newOnes = new Set(fresh.map(({ trade }) => trade));
  const isNew = ({ trade }: UserTrade) => newOnes.has(trade);
  const read = new Accounts(facts);
  const findings: (Finding | null)[] = [];
  for (const found of backAndForth(trades, isNew)) {
    const isLinked = (await linksAmong(facts, found.accounts)).length > 0;
    findings.push(washTrade(found, await read.known(found, WASH.windowMs), isLinked));
  }
  for (const ring of ringsOf(trades, isNew))
    findings.push(ringFinding(ring, await read.known(ring, RING.windowMs)));
  return { findings: findings.filter((found) => found !== null), mark: last.trade };
}

/** Of the new trades' accounts, and of those that a ring through them could reach. */
async function tradesAround(
  tradeFacts: TradeFacts,
  fresh: readonly UserTrade[],
  window: { readonly sinceMs: number; readonly untilMs: number },
): Promise<readonly UserTrade[]> {
  const found = new Map<number, UserTrade>();
  const seen = new Set<number>();
  let next = new Set(fresh.flatMap(({ buyer, seller }) => [buyer, seller]));
  // The farthest two members of the longest ring are two links apart.
  for (let links = 0; links < Math.floor(RING.sizeMax / 2) && next.size > 0; links++) {
    const owners = [...next].slice(0, BUDGET.rows);
    for (const owner of owners) seen.add(owner);
    const ofEach = Math.min(BUDGET.ofEach, Math.floor(BUDGET.ofAll / owners.length));
    const trades = await tradeFacts.tradesOf(owners, { ...window, ofEach });
    for (const trade of trades) found.set(trade.trade, trade);
    next = new Set(
      trades.flatMap(({ buyer, seller }) => [buyer, seller]).filter((owner) => !seen.has(owner)),
    );
  }
  return [...found.values()].toSorted((a, b) => a.trade - b.trade);
}

/** What is asked of an account once in a step. */
class Accounts {
  readonly #facts: Facts;
  readonly #turnovers = new Map<string, Promise<readonly Turnover[]>>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  async known(
    {
      accounts,
      market,
      quote,
      untilMs,
    }: { accounts: readonly number[]; market: number; quote: number; untilMs: number },
    windowMs: number,
  ): Promise<Known> {
    const { movementFacts, tradeFacts } = this.#facts;
    const turnovers = new Map<number, bigint>();
    for (const owner of accounts) {
      const all = await this.#turnoversOf(owner, { sinceMs: untilMs - windowMs + 1, untilMs });
      turnovers.set(owner, all.find((each) => each.market === market)?.units ?? 0n);
    }
    return {
      turnoverOf: (owner) => turnovers.get(owner) ?? 0n,
      valueOf: (units) => movementFacts.valueOf(quote, units),
      pair: tradeFacts.pairName(market),
    };
  }

  #turnoversOf(owner: number, window: { sinceMs: number; untilMs: number }) {
    const key = `${owner} ${window.sinceMs} ${window.untilMs}`;
    const found = this.#turnovers.get(key) ?? this.#facts.tradeFacts.turnoversOf(owner, window);
    this.#turnovers.set(key, found);
    return found;
  }
}

/** What accounts have in common, by all features that know of it. */
export async function linksAmong(
  { signInFacts, movementFacts, documentFacts }: Facts,
  accounts: readonly number[],
): Promise<AccountLink[]> {
  const found = await Promise.all(
    [signInFacts, movementFacts, documentFacts].map((facts) => facts.linksAmong(accounts)),
  );
  return found.flat();
}

async function movementStep(facts: Facts, mark: number, kind: MovementKind): Promise<Step | null> {
  const { movementFacts } = facts;
  const fresh = together(await movementFacts.newMovements(kind, mark, BUDGET.rows));
  const last = fresh.at(-1);
  if (last === undefined) return null;
  const latest = new Map(fresh.map(({ owner, timeMs }) => [owner, timeMs]));
  const limits = movementFacts.limits();
  const findings: (Finding | null)[] = [];
  for (const [owner, untilMs] of latest) {
    const sinceMs = untilMs - Math.max(STRUCTURING.windowMs, VELOCITY.windowMs);
    const moves = await movementFacts.movementsOf(owner, { sinceMs, untilMs, ofEach: BUDGET.ofEach });
    findings.push(structuring(moves, { kind, limits, untilMs }));
    // Money has passed through when it has left.
    if (kind === 'withdrawal') findings.push(await velocityOf(facts, passesOf(moves, untilMs)));
  }
  return { findings: findings.filter((found) => found !== null), mark: last.id };
}

async function velocityOf({ tradeFacts, movementFacts }: Facts, passes: readonly Pass[]) {
  if (passes.length < VELOCITY.passesMin) return null;
  const traded = new Map<Pass, bigint>();
  for (const pass of passes) {
    const { owner, timeMs: sinceMs } = pass.came;
    const untilMs = Math.max(...pass.left.map(({ timeMs }) => timeMs));
    const turnovers = await tradeFacts.turnoversOf(owner, { sinceMs, untilMs });
    const value = turnovers.reduce(
      (sum, { quote, units }) =>
        sum + BigInt(movementFacts.valueOf(quote, Number(units > MAX ? MAX : units)) ?? 0),
      0n,
    );
    traded.set(pass, value);
  }
  return velocity(passes, (pass) => traded.get(pass) ?? 0n);
}
const MAX = BigInt(Number.MAX_SAFE_INTEGER);

async function signInStep({ signInFacts }: Facts, mark: number): Promise<Step | null> {
  const fresh = together(await signInFacts.newSignIns(mark, BUDGET.rows));
  const last = fresh.at(-1);
  if (last === undefined) return null;
  const latest = new Map(fresh.map(({ device, timeMs }) => [device, timeMs]));
  const findings: (Finding | null)[] = [];
  for (const [device, untilMs] of latest) {
    if (device === null) continue;
    const among = { sinceMs: untilMs - DEVICE.windowMs, untilMs, limit: DEVICE.accountsRead };
    findings.push(sharedDevice(device, await signInFacts.usersOfDevice(device, among)));
  }
  return { findings: findings.filter((found) => found !== null), mark: last.id };
}

async function documentStep({ documentFacts }: Facts, mark: number): Promise<Step | null> {
  const fresh = await documentFacts.newDocuments(mark, BUDGET.rows);
  const last = fresh.at(-1);
  if (last === undefined) return null;
  return { findings: fresh.map(reusedDocument).filter((found) => found !== null), mark: last.id };
}
