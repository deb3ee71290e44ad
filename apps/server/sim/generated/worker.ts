/**
 * A thread that tries mutants. It loads the core with all mutants behind switches and all checks of
 * the core, and returns for each mutant the first check that fails, of those that reach it. The
 * shortest check runs first.
 */
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

export interface WorkerData {
  readonly tree: string;
  readonly testFiles: readonly string[];
  readonly mutantCount: number;
  /** Active from the start, for a mutant that only loading reaches; else 0. */
  readonly active: number;
  /** Measurements of another thread, so that each is made once. */
  readonly measured: readonly Measured[] | null;
  /** Incremented with every check, for the waiting thread. */
  readonly progress: Int32Array;
}
/** A check without any mutant: its duration, its number of switch calls, and the switches. */
export interface Measured {
  readonly name: string;
  readonly ms: number;
  readonly calls: number;
  readonly reached: Uint8Array;
}
/** The message of a ready thread. */
export interface Ready {
  readonly measured: readonly Measured[];
  /** Mutants that loading reaches. */
  readonly atLoad: readonly number[];
  /** Checks that fail without any mutant. */
  readonly broken: readonly string[];
}
export interface Tried {
  readonly id: number;
  /** null: no check failed. */
  readonly by: string | null;
}

interface Check {
  readonly name: string;
  readonly run: () => unknown;
}

declare global {
  var isMutant: (id: number) => boolean;
  var collectTest: (name: string, run: (context: unknown) => unknown) => void;
}

/** A check that calls this many times more switches than without a mutant does not terminate. */
const CALLS_FACTOR = 20;
const CALLS_MORE = 2_000_000;
/** Likewise one that uses this much memory, which is checked at intervals of switch calls. */
const BYTES_MAX = 1_000_000_000;
const LOOK_EVERY_CALLS = 1 << 13;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { tree, testFiles, mutantCount, active: activeAtLoad, progress, ...given } = workerData as WorkerData;
let active = activeAtLoad;
let calls = 0;
let callsMax = Infinity;
let reached = new Uint8Array(mutantCount + 1);
globalThis.isMutant = (id) => {
  reached[id] = 1;
  if (++calls > callsMax) throw new Error('it does not end');
  if (calls % LOOK_EVERY_CALLS === 0 && active !== 0 && isTooLarge()) throw new Error('it grows without end');
  return id === active;
};

const checks = new Map<string, Check>();
let measured = given.measured ?? [];
const collect = (name: string, run: () => unknown): void => void checks.set(name, { name, run });
const CONTEXT = { diagnostic: () => {} };
globalThis.collectTest = (name, run) => collect(name, () => run(CONTEXT));

const isReady = await prepare();
if (isReady) parentPort!.on('message', (asked: { id: number; first: string | null }) => void answer(asked));

/** Memory still in use. Uncollected garbage says nothing about the mutant. */
function isTooLarge(): boolean {
  if (bytesUsed() <= BYTES_MAX) return false;
  collectGarbage();
  return bytesUsed() > BYTES_MAX;
}

function bytesUsed(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function prepare(): Promise<boolean> {
  try {
    const play = (await import(path.join(tree, 'packages/core/sim/audited-runs.ts'))) as {
      auditedRuns: () => { name: string; run: () => void }[];
    };
    for (const { name, run } of play.auditedRuns()) collect(name, run);
    // Journals of other versions check the rules of those versions.
    const golden = (await import(path.join(tree, 'apps/server/test/golden-journal.ts'))) as {
      goldenNames: () => string[];
      replayGolden: (name: string) => void;
    };
    for (const name of golden.goldenNames())
      collect(`golden journal ${name}`, () => golden.replayGolden(name));
    for (const file of testFiles) await import(path.join(tree, file));
  } catch (error) {
    // A mutant that only loading reaches may make loading fail.
    parentPort!.postMessage({
      id: activeAtLoad,
      by: `loading: ${String(error).slice(0, 100)}`,
    } satisfies Tried);
    return false;
  }
  if (activeAtLoad > 0) return true;
  const atLoad = idsIn(reached);
  const broken: string[] = [];
  if (given.measured === null) measured = await measure(broken);
  parentPort!.postMessage({ measured, atLoad, broken } satisfies Ready);
  return true;
}

async function measure(broken: string[]): Promise<Measured[]> {
  const done: Measured[] = [];
  for (const check of checks.values()) {
    Atomics.add(progress, 0, 1);
    reached = new Uint8Array(mutantCount + 1);
    calls = 0;
    const startMs = performance.now();
    if (await isFailing(check)) broken.push(check.name);
    done.push({ name: check.name, ms: performance.now() - startMs, calls, reached });
  }
  return done.sort((a, b) => a.ms - b.ms);
}

function idsIn(marks: Uint8Array): number[] {
  return [...marks.keys()].filter((id) => marks[id] === 1);
}

async function isFailing({ run }: Check): Promise<boolean> {
  try {
    await run();
    return false;
  } catch {
    return true;
  }
}

/** `first`: the check that found it the last time. */
async function answer({ id, first }: { id: number; first: string | null }): Promise<void> {
  const touching = measured.filter((check) => id === activeAtLoad || check.reached[id] === 1);
  const ordered = [
    ...touching.filter(({ name }) => name === first),
    ...touching.filter(({ name }) => name !== first),
  ];
  let by: string | null = null;
  reached = new Uint8Array(mutantCount + 1);
  for (const check of ordered) {
    Atomics.add(progress, 0, 1);
    active = id;
    calls = 0;
    callsMax = check.calls * CALLS_FACTOR + CALLS_MORE;
    const failed = await isFailing(checks.get(check.name)!);
    active = activeAtLoad;
    callsMax = Infinity;
    if (!failed) continue;
    by = check.name;
    break;
  }
  parentPort!.postMessage({ id, by } satisfies Tried);
}
