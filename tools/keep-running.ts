/**
 * Restarts a program when it dies, after a growing pause, or at once if it has asked for a new
 * start. A program that stops in order, or reports wrong settings, is not restarted.
 */
import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Exit codes of main.ts: 0 after an orderly stop, 78 (EX_CONFIG) if a restart would change nothing.
 */
const STAY_ENDED: ReadonlySet<number> = new Set([0, 78]);
/**
 * The exit code of main.ts when it has lost its database, or may no longer trust its memory: only a
 * new start goes on, and nothing is gained by a pause.
 */
const START_ANEW = 70;
/** One that asks for it sooner after its start gets a pause too, so that it does not go round. */
const ANEW_MS_MIN = 10_000;
const PAUSES_S = [1, 2, 5, 10, 30, 60] as const;
/** After a run this long the pauses start over. */
const STEADY_MS = 10 * 60_000;
/** main.ts ends itself five seconds after a signal, unless its event loop stands still. */
const STOP_MS_MAX = 10_000;
const PARENT_CHECKED_MS = 250;

export interface KeepRunningOptions {
  readonly command: readonly string[];
  readonly say: (line: string) => void;
  /** The length of a second of pause. */
  readonly secondMs?: number;
  /** Environment variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long a run must have lasted to be started anew without a pause. */
  readonly anewMsMin?: number;
  /** Whether it stops when the process that started it is gone, as at a SIGTERM. */
  readonly endsWithParent?: boolean;
}

/**
 * Resolves with the exit code of the last run. SIGTERM and SIGINT are forwarded and end it for
 * good.
 */
export async function keepRunning({
  command,
  say,
  secondMs = 1_000,
  env = {},
  anewMsMin = ANEW_MS_MIN,
  endsWithParent = false,
}: KeepRunningOptions): Promise<number> {
  const run: Run = { child: null, isStopping: false, endPause: () => undefined };
  const stop = (signal: NodeJS.Signals) => {
    if (!run.isStopping) setTimeout(() => run.child?.kill('SIGKILL'), STOP_MS_MAX).unref();
    run.isStopping = true;
    run.child?.kill(signal);
    run.endPause();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const forgetParent = endsWithParent ? whenOrphaned(() => stop('SIGTERM')) : () => undefined;
  try {
    for (let failures = 0; ; failures++) {
      const startMs = performance.now();
      const { code, why } = await runOnce({ command, env }, run);
      if (run.isStopping || STAY_ENDED.has(code)) return code;
      const ranMs = performance.now() - startMs;
      if (ranMs >= STEADY_MS) failures = 0;
      if (code === START_ANEW && ranMs >= anewMsMin) {
        say(`The server died (${why}). It is started again at once.`);
        continue;
      }
      const pauseS = PAUSES_S[Math.min(failures, PAUSES_S.length - 1)] ?? 60;
      say(`The server died (${why}). It is started again in ${pauseS} s.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseS * secondMs);
        run.endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (run.isStopping) return code;
    }
  } finally {
    forgetParent();
    process.off('SIGTERM', stop).off('SIGINT', stop);
  }
}

/**
 * A parent that is killed by force cannot forward anything, and the server would go on and hold the
 * port. Returns the function that stops looking.
 */
function whenOrphaned(then: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, PARENT_CHECKED_MS).unref();
  return () => clearInterval(timer);
}

interface Run {
  child: ChildProcess | null;
  isStopping: boolean;
  endPause: () => void;
}

function runOnce(
  { command, env }: Required<Pick<KeepRunningOptions, 'command' | 'env'>>,
  run: Run,
): Promise<{ readonly code: number; readonly why: string }> {
  return new Promise((resolve) => {
    // The server detects by this channel that this process was killed, and then stops in order.
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    });
    run.child = child;
    child.once('error', ({ message }) => resolve({ code: 1, why: message }));
    child.once('exit', (code, signal) => resolve({ code: code ?? 1, why: signal ?? `code ${code}` }));
  });
}
