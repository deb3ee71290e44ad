/**
 * Drives the crash server and records its acknowledgements. It sends random orders, cancels,
 * transfers and contracts, each unique (by client order id, amount or stake), repeats some of them,
 * and sends everything unanswered again to the next process.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import type { Command, Outcome } from '@glasshouse/core';
import type { CrashRequest } from './crash-server.ts';
import type { DatabasePlace } from './engines.ts';
import { limitOrder, position, PRICE, transfer, USERS } from './world.ts';

const IN_FLIGHT = 96;
/**
 * Fewer than the queue of the database: keys that have left memory are looked up, and more look-ups
 * are refused as busy.
 */
const REPEATED_AT_ONCE = 1_000;
const ANSWER_MS_MAX = 300_000;
const NOT_READY = 'request/not-ready';
/** Number of acknowledged orders that are candidates for a cancel. */
const CANCELLABLE_MAX = 500;

export interface Acknowledged extends CrashRequest {
  readonly outcome: Outcome;
}

export interface CrashProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly readyMs: number;
  readonly exited: Promise<number | null>;
  kill(): Promise<void>;
  /** Closes its input: the process commits what it has, and ends. */
  end(): Promise<number | null>;
  /** What it wrote to standard error. */
  errors(): string;
}

export class CrashDriver {
  readonly acknowledged = new Map<number, Acknowledged>();
  /** Answers that are none. */
  notReady = 0;
  readonly #place: DatabasePlace;
  readonly #pending = new Map<number, CrashRequest>();
  readonly #cancellable: { readonly owner: number; readonly id: number }[] = [];
  #lastN: number;
  #isLoading = false;
  #child: ChildProcessWithoutNullStreams | null = null;
  sent = 0;
  answeredAgain = 0;
  /** Processes that ended before they were killed, with their last output. */
  readonly endedByItself: string[] = [];
  /** Replies to a repeated request that differed from the first. */
  readonly different: string[] = [];

  /**
   * Numbers its requests from `firstN`, since two drivers of one database must not share numbers.
   */
  constructor(place: DatabasePlace, firstN = 0) {
    this.#place = place;
    this.#lastN = firstN;
  }

  /**
   * Starts a process and waits until it is ready. It first sends what the last process left
   * unanswered.
   */
  async start(options: {
    readonly load: boolean;
    readonly nodeArgs?: readonly string[];
  }): Promise<CrashProcess> {
    const file = path.join(import.meta.dirname, 'crash-server.ts');
    const { dataDir, databaseUrl } = this.#place;
    const child = spawn(process.execPath, [...(options.nodeArgs ?? []), file], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    });
    this.#child = child;
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    child.stdin.on('error', () => {});
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const readyMs = await new Promise<number>((resolve, reject) => {
      exited.then((code) => reject(new Error(`the crash server ended with ${code}: ${errors}`)), reject);
      readline.createInterface({ input: child.stdout }).on('line', (line) => {
        const message = JSON.parse(line) as { ready?: number; n: number; outcome: Outcome };
        if (message.ready === undefined) this.#receive(child, message);
        else resolve(message.ready);
      });
    });
    this.#isLoading = options.load;
    for (const request of this.#pending.values()) this.#send(child, request);
    if (options.load) for (let i = this.#pending.size; i < IN_FLIGHT; i++) this.#sendNew(child);
    const kill = async (): Promise<void> => {
      this.#isLoading = false;
      if (child.exitCode !== null) this.endedByItself.push(`${child.exitCode}: ${errors.slice(-500)}`);
      child.kill('SIGKILL');
      await exited;
    };
    const end = async (): Promise<number | null> => {
      this.#isLoading = false;
      child.stdin.end();
      return exited;
    };
    return { child, readyMs, exited, kill, end, errors: () => errors };
  }

  /** Sends load until `count` requests are acknowledged, on a machine of any speed. */
  async loadUntil(count: number): Promise<void> {
    while (this.acknowledged.size < count) {
      const code = this.#child?.exitCode ?? null;
      if (code !== null) throw new Error(`ended with ${code} before ${count} were acknowledged`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /**
   * Repeats everything acknowledged, a thousand at a time, as clients would, and resolves when all
   * of it is answered.
   */
  async repeatAll(running: CrashProcess): Promise<void> {
    const before = this.answeredAgain;
    const all = [...this.acknowledged.values()];
    const answered = async (count: number): Promise<void> => {
      const lateMs = performance.now() + ANSWER_MS_MAX;
      while (this.answeredAgain - before < count) {
        if (performance.now() > lateMs)
          throw new Error(`${this.answeredAgain - before} of ${count} repeated requests were answered`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    for (let from = 0; from < all.length; from += REPEATED_AT_ONCE) {
      for (const request of all.slice(from, from + REPEATED_AT_ONCE)) this.#send(running.child, request);
      await answered(Math.min(from + REPEATED_AT_ONCE, all.length));
    }
  }

  #receive(
    child: ChildProcessWithoutNullStreams,
    message: { readonly n: number; readonly outcome: Outcome },
  ): void {
    const { n, outcome } = message;
    // Of a writer that ends: nothing was done, and the request is asked again.
    if (outcome.error === NOT_READY) return void this.notReady++;
    const known = this.acknowledged.get(n);
    if (known !== undefined) {
      this.answeredAgain++;
      if (JSON.stringify(known.outcome) !== JSON.stringify(outcome))
        this.different.push(`${n}: ${JSON.stringify([known.outcome, outcome])}`);
    } else {
      const request = this.#pending.get(n);
      if (request === undefined) return;
      this.#pending.delete(n);
      this.acknowledged.set(n, { ...request, outcome });
      this.#remember(request, outcome);
    }
    if (this.#isLoading) this.#sendNew(child);
  }

  #remember(request: CrashRequest, outcome: Outcome): void {
    if (request.command.type !== 'place-order' || outcome.error !== null) return;
    this.#cancellable.push({ owner: request.owner, id: outcome.id });
    if (this.#cancellable.length > CANCELLABLE_MAX) this.#cancellable.shift();
  }

  #sendNew(child: ChildProcessWithoutNullStreams): void {
    const again =
      Math.random() < 0.03 ? this.acknowledged.get(Math.ceil(Math.random() * this.#lastN)) : undefined;
    if (again !== undefined) return this.#send(child, again);
    const n = ++this.#lastN;
    const owner = USERS[n % USERS.length] ?? USERS[0];
    const request = { n, key: `key ${n}`, ...this.#command(n, owner) };
    this.#pending.set(n, request);
    this.#send(child, request);
  }

  #command(n: number, owner: number): { readonly command: Command; readonly owner: number } {
    const dice = Math.random();
    const cancel = dice < 0.2 ? this.#cancellable.shift() : undefined;
    if (cancel !== undefined)
      return {
        owner: cancel.owner,
        command: { type: 'cancel-order', owner: cancel.owner, order: cancel.id },
      };
    if (dice < 0.35) return { owner, command: transfer(owner, n) };
    if (dice < 0.45) return { owner, command: position(owner, 1e6 + n) };
    const side = n & 1 ? 0 : 1;
    const order = limitOrder(
      owner,
      side,
      PRICE + Math.round((Math.random() - 0.5) * 40) - (side === 0 ? 8 : -8),
    );
    return { owner, command: { ...order, clientOrderId: `order ${n}` } as Command };
  }

  #send(child: ChildProcessWithoutNullStreams, request: CrashRequest): void {
    const { n, command, owner, key } = request;
    this.sent++;
    child.stdin.write(`${JSON.stringify({ n, command, owner, key })}\n`);
  }
}
