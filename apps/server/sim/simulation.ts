/**
 * A seeded simulation of the whole pipeline: its real code on a simulated clock, disk and network.
 * Clients send requests with keys over a network that loses, repeats and reorders. Processes are
 * killed at any moment, or freeze and wake after a take-over. Commits fail in every way, the
 * journal's end is torn, snapshots are corrupted, clocks jump. The checks must hold regardless. The
 * same seed gives the same run.
 */
import { hash } from 'node:crypto';
import { faultOf, type Command, type Outcome } from '@glasshouse/core';
import fc from 'fast-check';
import { Player } from '../../../packages/core/sim/player.ts';
import { randomSteps } from '../../../packages/core/sim/random-commands.ts';
import type { RandomStep } from '../../../packages/core/sim/random-step.ts';
import { SET_UP } from '../../../packages/core/sim/set-up.ts';
import { RecoveryError } from '../src/pipeline/recovery.ts';
import { Chance } from './chance.ts';
import { checkRun, type Asked } from './checks.ts';
import { SimulatedDatabase, type CommitFate } from './database.ts';
import { Disk } from './disk.ts';
import { PROJECTIONS, SimulatedProcess } from './process.ts';

const STEPS = 160;
const RESEND_MS = 300;
/** The time between two commands of the set-up. */
const SET_UP_MS = 200;
/** Everything must be answered within this time after the last step. */
const DRAIN_MS = 120_000;
const HOLD_MS_MAX = 300;
const START_MS = 1_700_000_000_000;
const HOUR_MS = 3_600_000;
/**
 * The longest idle time of a step while a request may lack its answer. It is far below the 24 hours
 * for which an idempotency key is valid.
 */
const QUIET_MS_MAX = 2 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * Idle days that pass when every request has its answer. Offers reach the end of their terms in
 * them.
 */
const QUIET_DAYS = [1, 1, 2, 31] as const;

export interface SimulationResult {
  readonly seed: number;
  readonly breaches: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

interface Request extends Asked {
  readonly requestHash: string;
  /** `#quietMs` when the request was made. */
  readonly quietMs: number;
  answer: Outcome | null;
}

type NextTick = Extract<RandomStep, { readonly type: 'next-tick' }>;

interface Event {
  readonly atMs: number;
  readonly order: number;
  readonly work: () => void | Promise<void>;
}

export async function simulate(seed: number): Promise<SimulationResult> {
  const simulation = new Simulation(seed);
  const breaches = await simulation.run();
  return { seed, breaches, figures: simulation.figures };
}

class Simulation {
  readonly figures: Record<string, number> = {};
  readonly #chance: Chance;
  readonly #steps: readonly RandomStep[];
  readonly #disk = new Disk(PROJECTIONS);
  readonly #player = new Player();
  readonly #requests: Request[] = [];
  readonly #breaches: string[] = [];
  #events: Event[] = [];
  #eventCount = 0;
  #nowMs = 0;
  #jumpMs = 0;
  #stepsLeft = 0;
  /** The step that lets days pass. It waits until every request has its answer. */
  #daysStep: RandomStep | null = null;
  /** Idle time so far, in which only the clocks advanced. */
  #quietMs = 0;
  /** No faults during the set-up, nor at the end, so that everything can be answered. */
  #isCalm = true;
  #isOver = false;
  #current: SimulatedProcess | null = null;
  #isStarting = false;

  constructor(seed: number) {
    this.#chance = new Chance(seed);
    // Plain objects, as the routes make them. Those of fast-check have no prototype.
    const [steps = []] = fc.sample(randomSteps({ minLength: STEPS, maxLength: STEPS }), { seed, numRuns: 1 });
    this.#steps = structuredClone(steps).filter(isFromRoute);
  }

  async run(): Promise<readonly string[]> {
    await this.#restart();
    let atMs = 0;
    this.#stepsLeft = SET_UP.length + this.#steps.length;
    for (const command of SET_UP) this.#at((atMs += SET_UP_MS), () => this.#step(command));
    atMs += SET_UP_MS;
    this.#at(atMs, () => {
      this.#isCalm = false;
    });
    for (const step of this.#steps) {
      atMs += this.#chance.below(60);
      this.#at(atMs, () => this.#step(step));
      if (this.#chance.percent(6)) this.#at(atMs + this.#chance.below(60), () => this.#fault());
    }
    this.#at(atMs + 1, () => {
      this.#isCalm = true;
      this.#isOver = true;
    });
    await this.#play(atMs + DRAIN_MS);
    return this.#finish();
  }

  async #play(untilMs: number): Promise<void> {
    for (;;) {
      const isAsked = this.#isOver && this.#stepsLeft === 0;
      const isDone = isAsked && this.#requests.every(({ answer }) => answer !== null);
      const [event] = this.#events;
      if (event === undefined || event.atMs > untilMs || isDone || this.#breaches.length > 0) return;
      this.#events.shift();
      this.#nowMs = event.atMs;
      await event.work();
      await settle();
    }
  }

  async #finish(): Promise<readonly string[]> {
    if (this.#breaches.length > 0) return this.#breaches;
    const process = this.#current;
    if (process === null) return ['no process runs at the end'];
    while (process.exchange.dueCount > 0 && this.#events.length > 0) {
      await this.#events.shift()?.work();
      await settle();
    }
    const { dueCount } = process.exchange;
    if (dueCount > 0) return [`${dueCount} items stay due`];
    const stopped = process.pipeline.stop().then(async (isDrained) => {
      await process.projector.flushed();
      return isDrained;
    });
    await settle();
    while (this.#events.length > 0) {
      await this.#events.shift()?.work();
      await settle();
    }
    if (!(await stopped)) return ['the last process did not stop in good order'];
    const { exchange, database } = process;
    this.#count('commands', exchange.seq);
    return checkRun({ disk: this.#disk, database, exchange, asked: this.#requests });
  }

  #count(name: string, by = 1): void {
    this.figures[name] = (this.figures[name] ?? 0) + by;
  }

  #at(atMs: number, work: Event['work']): void {
    const event = { atMs, order: this.#eventCount++, work };
    let at = this.#events.length;
    while (at > 0 && this.#events[at - 1]!.atMs > atMs) at--;
    this.#events.splice(at, 0, event);
  }

  #after(delayMs: number, work: Event['work']): void {
    this.#at(this.#nowMs + delayMs, work);
  }

  /** Submits a client's request, or the market's tick. */
  #step(step: RandomStep): void {
    const process = this.#current;
    const isBehindDaysStep = this.#daysStep !== null && this.#daysStep !== step;
    if (process === null || isBehindDaysStep || this.#mustWaitBeforeDays(step))
      return this.#after(40, () => this.#step(step));
    this.#stepsLeft--;
    if (step.type === 'next-tick' && step.gap > 1) this.#quietMs += this.#quietAfter(step);
    const { exchange } = process;
    const command = this.#exaggerate(this.#player.commandOf(step, exchange, exchange.timeMs));
    if (command.type === 'tick' || command.type === 'quoted-tick') return this.#tick(process, command.prices);
    // Such a command never reaches the journal, and its key stays free for another.
    if (faultOf(command) !== null) return;
    const n = this.#requests.length;
    const owner = 'owner' in command ? command.owner : 1;
    const requestHash = hash('sha256', JSON.stringify(command), 'hex');
    const quietMs = this.#quietMs;
    const request: Request = { owner, key: `key ${n}`, command, requestHash, quietMs, answer: null };
    this.#requests.push(request);
    this.#send(request);
  }

  /**
   * Whether this step lets days pass but some request has no answer yet. A request must not be sent
   * again after its key has expired. Steps after it wait too.
   */
  #mustWaitBeforeDays(step: RandomStep): boolean {
    if (step.type !== 'next-tick' || step.gap * 1000 < DAY_MS) return false;
    if (this.#daysStep === null && this.#chance.percent(25)) return false;
    this.#daysStep = step;
    return this.#requests.some(({ answer }) => answer === null);
  }

  /**
   * The idle time before a tick. It is longer than the grace period for a missing tick, and
   * sometimes passes midnight, when the daily volumes start anew. After idle days, the next tick
   * processes everything that became due in them.
   */
  #quietAfter(step: NextTick): number {
    if (this.#daysStep === null) return Math.min(step.gap * 1000, QUIET_MS_MAX);
    this.#daysStep = null;
    this.#count('days passed');
    return this.#chance.pick(QUIET_DAYS) * DAY_MS;
  }

  /** Moves some orders far from the price, and makes some larger than the balance. */
  #exaggerate(command: Command): Command {
    if (command.type !== 'place-order' || !this.#chance.percent(12)) return command;
    if (this.#chance.percent(50)) return { ...command, lots: command.lots * this.#chance.pick([20, 300]) };
    return { ...command, price: Math.round((command.price * this.#chance.pick([4, 16, 30])) / 10) };
  }

  #tick({ pipeline }: SimulatedProcess, prices: readonly number[]): void {
    const { tick, tickMs } = pipeline.exchange.lastTick;
    const nowMs = Math.floor(pipeline.nowMs() / 1000) * 1000;
    const command: Command = { type: 'tick', tick: tick + 1, tickMs: Math.max(nowMs, tickMs + 1000), prices };
    // Like the market while it renews its quotes; sometimes long enough for further ticks.
    if (this.#chance.percent(30)) this.#after(this.#chance.below(HOLD_MS_MAX), pipeline.holdDue());
    pipeline.submit(command, { owner: 1, isUrgent: true }).catch(() => {});
  }

  /**
   * Sends over the network: lost, duplicated, late, to a dying process; and retries until there is
   * a reply.
   */
  #send(request: Request): void {
    if (request.answer !== null && !this.#chance.percent(20)) return;
    const copies = this.#isCalm ? 1 : this.#chance.pick([0, 1, 1, 1, 1, 2]);
    if (copies !== 1) this.#count(copies === 0 ? 'requests lost' : 'requests repeated');
    for (let copy = 0; copy < copies; copy++)
      this.#after(this.#chance.below(80), () => this.#deliver(request));
    if (request.answer === null)
      this.#after(RESEND_MS + this.#chance.below(RESEND_MS), () => this.#send(request));
  }

  #deliver(request: Request): void {
    const process = this.#current;
    // No network keeps a copy for longer than a key is valid.
    if (process === null || this.#quietMs - request.quietMs >= DAY_MS) return;
    const { owner, key, requestHash, command } = request;
    if (request.answer !== null && this.#chance.percent(30)) this.#reuse(process, request);
    process.pipeline.submit(command, { owner, key, requestHash }).then(
      (outcome) => {
        if (!this.#isCalm && this.#chance.percent(15)) this.#count('answers lost');
        else this.#after(this.#chance.below(80), () => this.#receive(request, outcome));
      },
      () => this.#count('answers unknown'),
    );
  }

  /** Sends another request under a key that already has a reply. */
  #reuse({ pipeline }: SimulatedProcess, { owner, key, command }: Request): void {
    this.#count('keys reused');
    pipeline.submit(command, { owner, key, requestHash: 'another' }).then(
      ({ error }) => {
        if (error !== 'request/key-reused' && error !== 'request/not-ready')
          this.#breaches.push(`${key} was used for another request and answered ${error}`);
      },
      () => {},
    );
  }

  #receive(request: Request, outcome: Outcome): void {
    if (outcome.error === 'request/not-ready') return;
    this.#count('answers');
    if (request.answer === null) request.answer = outcome;
    else if (JSON.stringify(request.answer) !== JSON.stringify(outcome))
      this.#breaches.push(
        `${request.key} was answered ${JSON.stringify(request.answer)}, then ${JSON.stringify(outcome)}`,
      );
  }

  async #fault(): Promise<void> {
    const process = this.#current;
    if (this.#isCalm || process === null) return;
    const fault = this.#chance.pick([
      'kill',
      'kill',
      'kill',
      'freeze',
      'jump',
      'snapshot',
      'snapshot',
    ] as const);
    this.#count(fault);
    if (fault === 'kill') this.#end(process);
    else if (fault === 'freeze') this.#takeOver(process);
    else if (fault === 'jump') this.#jumpMs += this.#chance.pick([HOUR_MS, -3 * HOUR_MS]);
    else void process.takeSnapshot().catch(() => {});
  }

  #end(process: SimulatedProcess): void {
    process.database.kill();
    if (this.#chance.percent(30)) this.#loseUnsynced();
    if (process !== this.#current) return;
    this.#current = null;
    this.#after(10 + this.#chance.below(100), () => this.#restart());
  }

  #loseUnsynced(): void {
    const { seq } = this.#disk.projected;
    this.#disk.loseUnsynced();
    if (this.#disk.projected.seq < seq) this.#count('rows lost');
  }

  /** Freezes a process; another one takes over; then the first wakes with a commit in flight. */
  #takeOver(process: SimulatedProcess): void {
    process.database.freeze();
    this.#current = null;
    this.#after(10, () => this.#restart());
    this.#after(20 + this.#chance.below(400), () => process.database.wake());
  }

  async #restart(): Promise<void> {
    if (this.#current !== null || this.#isStarting) return;
    this.#isStarting = true;
    await this.#damage();
    try {
      this.#current = await this.#start();
    } catch (error) {
      this.#breaches.push(`a process could not start: ${String(error)}`);
    }
    this.#isStarting = false;
  }

  #start(): Promise<SimulatedProcess> {
    const startedMs = this.#nowMs + this.#quietMs;
    let started: SimulatedProcess | null = null;
    const database = new SimulatedDatabase(this.#disk, {
      chance: this.#chance,
      later: { after: (delayMs, work) => this.#after(delayMs, work) },
      fateOf: () => this.#fate(),
    });
    const clock = {
      wallMs: () => START_MS + this.#nowMs + this.#quietMs + this.#jumpMs,
      steadyMs: () => this.#nowMs + this.#quietMs - startedMs,
      uptimeMs: () => this.#nowMs + this.#quietMs,
    };
    const onFatal = (): void => {
      this.#count('writers ended');
      if (started !== null) this.#end(started);
    };
    return SimulatedProcess.start(database, clock, onFatal).then((process) => {
      if (process.notes.length > 0) this.#count('snapshots passed over');
      return (started = process);
    });
  }

  #fate(): CommitFate {
    if (this.#isCalm || !this.#chance.percent(4)) return 'done';
    const fate = this.#chance.pick(['lost-before', 'lost-after', 'hollow'] as const);
    this.#count(fate);
    return fate;
  }

  /**
   * While no process runs: a torn or flipped record at the end must prevent the start, a corrupted
   * snapshot must not.
   */
  async #damage(): Promise<void> {
    const { journal, snapshots, parts } = this.#disk;
    const last = journal.get(journal.size);
    if (this.#isCalm || last === undefined) return;
    const newest = Math.max(0, ...snapshots.keys());
    if (newest > 0 && this.#chance.percent(15)) {
      const part = this.#chance.pick(parts.filter(({ seq }) => seq === newest));
      part.body = part.body.map((byte, i) => (i === part.body.length >> 1 ? byte ^ 1 : byte));
      this.#count('snapshots damaged');
    }
    if (last.last_seq > newest && this.#chance.percent(30)) {
      const bit = this.#chance.below(last.commands.length * 8);
      const flipped = last.commands.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      await this.#mustRefuse(last.batch, { ...last, commands: flipped });
      journal.set(last.batch, last);
    }
    if (this.#chance.percent(20)) {
      const { batch, last_seq } = last;
      const torn = last.commands.subarray(0, this.#chance.below(last.commands.length));
      const next = {
        ...last,
        batch: batch + 1,
        first_seq: last_seq + 1,
        last_seq: last_seq + 1,
        commands: torn,
      };
      await this.#mustRefuse(batch + 1, next);
      journal.delete(batch + 1);
    }
  }

  async #mustRefuse(batch: number, record: Parameters<Disk['journal']['set']>[1]): Promise<void> {
    this.#count('records damaged');
    this.#disk.journal.set(batch, record);
    try {
      await this.#start();
      this.#breaches.push(`a damaged record ${batch} was taken for a good one`);
    } catch (error) {
      if (!(error instanceof RecoveryError))
        this.#breaches.push(`a damaged record ${batch}: ${String(error)}`);
    }
  }
}

/** No route accepts NaN, which here marks a missing price of a tick. */
function isFromRoute(step: RandomStep): boolean {
  return (
    step.type === 'next-tick' ||
    Object.values(step).every((value) => typeof value !== 'number' || Number.isFinite(value))
  );
}

/** Waits until everything that can continue without the simulation has done so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
