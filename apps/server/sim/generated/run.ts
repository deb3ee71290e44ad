/**
 * Tries generated mutants of the core's rules. All of them are compiled into one copy of the
 * sources, each behind a switch, so that a thread loads them once. A mutant of a constant, which
 * takes effect at loading, has its own thread.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeTree, ROOT } from '../source-tree.ts';
import { mutantsOf, withSwitches, type Mutant } from './mutants.ts';
import type { Measured, Ready, Tried, WorkerData } from './worker.ts';

/**
 * The rules. Excluded is code that packs and unpacks (events, journal, snapshots, the pool's
 * records) and prefetching, which the journal's and the snapshot's own tests cover.
 */
const CORE = 'packages/core/src';
const MUTATED = [
  ...[
    'amendments',
    'conditional-terms',
    'conditionals',
    'bounds',
    'due-orders',
    'execution',
    'exits',
    'expiries',
    'extended-orders',
    'fees',
    'open-orders',
    'preview',
    'quotes',
    'reductions',
    'settlement',
    'spot',
    'stop-amendments',
    'terms',
    'waiting-orders',
  ].map((name) => `${CORE}/features/spot/${name}.ts`),
  ...['bounds', 'open-stakes', 'position', 'schedule', 'seconds-contract'].map(
    (name) => `${CORE}/features/seconds-contract/${name}.ts`,
  ),
  ...['book', 'ladder', 'order-pool'].map((name) => `${CORE}/matching/${name}.ts`),
  `${CORE}/features/wallet/wallet.ts`,
  ...['chain-coins', 'deposit', 'funding', 'holds', 'references', 'withdrawals'].map(
    (name) => `${CORE}/features/funding/${name}.ts`,
  ),
  ...['flash-exchange', 'offers'].map((name) => `${CORE}/features/flash-exchange/${name}.ts`),
  ...[
    'deadlines',
    'fixed-term-feature',
    'fixed-term-offers',
    'fixed-term-orders',
    'fixed-terms',
    'slots-by-number',
    'sold-units',
  ].map((name) => `${CORE}/offers/${name}.ts`),
  'packages/money/src/quote-value.ts',
  'packages/protocol/src/features/spot/quote.ts',
  ...['held-money', 'ledger', 'stakes'].map((name) => `${CORE}/ledger/${name}.ts`),
  `${CORE}/contract/bounds.ts`,
  ...['due-queue', 'heap', 'timers'].map((name) => `${CORE}/due/${name}.ts`),
  ...['exchange', 'registry', 'rules'].map((name) => `${CORE}/${name}.ts`),
];
const CACHE = path.join(ROOT, 'node_modules/.cache/glasshouse-mutants.json');
/**
 * Excluded: long tests of random sequences, whose invariants the audited sequences check as well,
 * and the journal's tests, since the journal is not mutated.
 */
const LEFT_OUT = /^(exchange|journal\/.*)\.test\.ts$/;
/** Number of sequences of other random tests. */
const RUNS_MAX = 30;
const THREADS = 2;
const HEAP_MB_MAX = 2_000;
const SAVED_EVERY = 50;
/** A check without progress for this long hangs in code without a switch. */
const HANG_MS = 120_000;
/**
 * Unbounded growth in a loop without a switch is detected from outside, because threads have no
 * limit for typed arrays.
 */
const PROCESS_BYTES_MAX = 5_000_000_000;
const MEMORY_LOOK_EVERY_MS = 250;
const GROWS = 'it grows without end';

export interface Verdict {
  readonly mutant: Mutant;
  /** The check that failed; null: the mutant survived. */
  readonly by: string | null;
  readonly isReached: boolean;
}

interface Cache {
  readonly sources: string;
  /** Mutants whose verdict applies to these sources. */
  readonly known: readonly string[];
  readonly by: Readonly<Record<string, string | null>>;
}

interface Prepared {
  readonly data: Omit<WorkerData, 'active' | 'measured' | 'progress'>;
  readonly mutants: readonly Mutant[];
  readonly sources: string;
}

export function allMutants(): Mutant[] {
  return MUTATED.flatMap((file) => mutantsOf(file, fs.readFileSync(path.join(ROOT, file), 'utf8')));
}

/** Tries these of all mutants. Calls `onVerdict` with each verdict. */
export async function tryMutants(
  pick: (mutants: readonly Mutant[]) => readonly Mutant[],
  onVerdict: (verdict: Verdict) => void = () => {},
): Promise<readonly Verdict[]> {
  const prepared = prepare();
  const cache = readCache();
  const picked = new Set(pick(prepared.mutants));
  const isSame = cache.sources === prepared.sources;
  const verdicts: Verdict[] = [];
  const by: Record<string, string | null> = { ...cache.by };
  // For other sources, a cached verdict only tells which check to try first.
  const known = new Set(isSame ? cache.known : []);
  const save = (): void => {
    fs.mkdirSync(path.dirname(CACHE), { recursive: true });
    fs.writeFileSync(
      CACHE,
      JSON.stringify({ sources: prepared.sources, known: [...known], by } satisfies Cache),
    );
  };
  const settle = (id: number, check: string | null, isReached: boolean): void => {
    const mutant = prepared.mutants[id - 1]!;
    by[mutant.key] = check;
    known.add(mutant.key);
    const verdict = { mutant, by: check, isReached };
    verdicts.push(verdict);
    onVerdict(verdict);
    if (verdicts.length % SAVED_EVERY === 0) save();
  };
  const open: number[] = [];
  prepared.mutants.forEach((mutant, i) => {
    if (!picked.has(mutant)) return;
    if (known.has(mutant.key)) settle(i + 1, by[mutant.key] ?? null, true);
    else open.push(i + 1);
  });
  if (open.length > 0) await new Pool(prepared, by, settle).run(open);
  save();
  return verdicts;
}

function readCache(): Cache {
  try {
    return JSON.parse(fs.readFileSync(CACHE, 'utf8')) as Cache;
  } catch {
    return { sources: '', known: [], by: {} };
  }
}

function prepare(): Prepared {
  const tree = makeTree();
  const hash = createHash('sha256');
  const mutants: Mutant[] = [];
  for (const file of MUTATED) {
    const target = path.join(tree, file);
    const source = fs.readFileSync(target, 'utf8');
    const own = mutantsOf(file, source);
    const first = mutants.length + 1;
    mutants.push(...own);
    fs.writeFileSync(
      target,
      withSwitches(source, own, (mutant) => first + own.indexOf(mutant)),
    );
  }
  const collector = path.join(tree, 'collect-test.ts');
  fs.writeFileSync(collector, 'export default (...test) => globalThis.collectTest(...test);\n');
  const testFiles: string[] = [];
  for (const name of ['packages/money/src', 'packages/core/sim', CORE])
    for (const file of fs.readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!file.endsWith('.ts')) continue;
      hash.update(file).update(fs.readFileSync(path.join(ROOT, name, file)));
      if (!file.endsWith('.test.ts') || name !== CORE || LEFT_OUT.test(file)) continue;
      const target = path.join(tree, name, file);
      const source = fs.readFileSync(target, 'utf8');
      fs.writeFileSync(target, withCollector(source, collector));
      testFiles.push(path.join(name, file));
    }
  for (const name of ['mutants.ts', 'worker.ts'])
    hash.update(fs.readFileSync(path.join(import.meta.dirname, name)));
  return { data: { tree, testFiles, mutantCount: mutants.length }, mutants, sources: hash.digest('hex') };
}

/**
 * Registers the tests with the thread instead of with Node's runner. Random ones use a fixed seed
 * and end at the first failure.
 */
function withCollector(source: string, collector: string): string {
  return source
    .replace("from 'node:test'", `from '${collector}'`)
    .replace(
      /numRuns: (?:runs\()?(\d+)(?:, \d+\))?/g,
      (_, runs: string) => `numRuns: ${Math.min(Number(runs), RUNS_MAX)}`,
    )
    .replace(
      /^import fc from 'fast-check';$/m,
      "import fc from 'fast-check'; fc.configureGlobal({ seed: 1, endOnFailure: true });",
    );
}

class Pool {
  readonly #prepared: Prepared;
  readonly #known: Readonly<Record<string, string | null>>;
  readonly #settle: (id: number, by: string | null, isReached: boolean) => void;
  #open: number[] = [];
  #ready: Promise<Ready> | null = null;
  /** Threads that are trying a mutant. */
  readonly #trying = new Set<Thread>();
  /**
   * Mutants that were running when too much memory was in use. They are tried one by one to find
   * the one.
   */
  readonly #suspects: number[] = [];
  #isAlone = false;
  #freed: Promise<void> | null = null;

  constructor(
    prepared: Prepared,
    known: Readonly<Record<string, string | null>>,
    settle: (id: number, by: string | null, isReached: boolean) => void,
  ) {
    this.#prepared = prepared;
    this.#known = known;
    this.#settle = settle;
  }

  async run(ids: readonly number[]): Promise<void> {
    this.#open = [...ids];
    const watch = setInterval(() => this.#watchMemory(), MEMORY_LOOK_EVERY_MS);
    try {
      await Promise.all(Array.from({ length: Math.min(THREADS, ids.length) }, () => this.#work()));
      this.#open = this.#suspects.splice(0);
      this.#isAlone = true;
      await this.#work();
    } finally {
      clearInterval(watch);
    }
  }

  /**
   * Uses one thread after the other, each until it hangs or grows without end, or nothing is left.
   */
  async #work(): Promise<void> {
    let thread: Thread | null = null;
    try {
      while (this.#open.length > 0) {
        thread ??= await this.#started();
        const { atLoad, measured } = await this.#ready!;
        const id = this.#open.shift();
        if (id === undefined) break;
        if (atLoad.includes(id)) {
          const own = new Thread(this.#prepared.data, { active: id, measured });
          await this.#try(own, id);
          await own.end();
        } else if (measured.every(({ reached }) => reached[id] === 0)) this.#settle(id, null, false);
        else await this.#try(thread, id);
        if (thread.isOver) thread = null;
      }
    } finally {
      await thread?.end();
    }
  }

  async #try(thread: Thread, id: number): Promise<void> {
    this.#trying.add(thread);
    const by = await thread.ask(id, this.#known[this.#prepared.mutants[id - 1]!.key] ?? null);
    this.#trying.delete(thread);
    await this.#freed;
    if (thread.isTooLarge && !this.#isAlone) this.#suspects.push(id);
    else this.#settle(id, by, true);
  }

  #watchMemory(): void {
    if (this.#freed !== null || process.memoryUsage.rss() <= PROCESS_BYTES_MAX) return;
    this.#freed = this.#stopAll().finally(() => (this.#freed = null));
  }

  async #stopAll(): Promise<void> {
    await Promise.all([...this.#trying].map((thread) => thread.stopTooLarge()));
  }

  /** The first thread measures the checks for all. */
  async #started(): Promise<Thread> {
    const measured = this.#ready === null ? null : (await this.#ready).measured;
    const thread = new Thread(this.#prepared.data, { active: 0, measured });
    const ready = thread.ready();
    this.#ready ??= ready;
    try {
      const { broken } = await ready;
      if (broken.length > 0) throw new Error(`Without any mutant these fail: ${broken.join('; ')}`);
      return thread;
    } catch (error) {
      await thread.end();
      throw error;
    }
  }
}

class Thread {
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  readonly #worker: Worker;
  #tell: ((message: unknown) => void) | null = null;
  isOver = false;
  isTooLarge = false;

  constructor(
    data: Prepared['data'],
    own: { readonly active: number; readonly measured: readonly Measured[] | null },
  ) {
    const workerData: WorkerData = { ...data, ...own, progress: this.#progress };
    // Loads the copied tree, which is deleted after the run, in the thread only.
    this.#worker = new Worker(path.join(import.meta.dirname, 'worker.ts'), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    this.#worker.on('message', (message: unknown) => this.#tell?.(message));
    this.#worker.on('error', () => this.#tell?.(null));
    this.#worker.on('exit', () => this.#tell?.(null));
  }

  ready(): Promise<Ready> {
    return this.#next<Ready>().then((message) => {
      if (message === null || !('measured' in message))
        throw new Error(`The checks cannot be loaded: ${JSON.stringify(message)}`);
      return message;
    });
  }

  /** The first check that failed; null if none did. */
  async ask(id: number, first: string | null): Promise<string | null> {
    const answer = this.#next<Tried>();
    this.#worker.postMessage({ id, first });
    const tried = await answer;
    if (this.isTooLarge) return GROWS;
    return tried === null ? 'it hung, or ended the process' : tried.by;
  }

  async stopTooLarge(): Promise<void> {
    this.isTooLarge = true;
    this.#tell?.(null);
    await this.end();
  }

  /** null: the thread has ended, or made no progress for too long. */
  #next<T>(): Promise<T | null> {
    return new Promise((resolve) => {
      let seen = -1;
      const timer = setInterval(() => {
        const now = Atomics.load(this.#progress, 0);
        if (now === seen) this.#tell?.(null);
        seen = now;
      }, HANG_MS);
      this.#tell = (message) => {
        clearInterval(timer);
        this.#tell = null;
        if (message === null) {
          this.isOver = true;
          void this.#worker.terminate();
        }
        resolve(message as T | null);
      };
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
