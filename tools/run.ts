/** Runs other programs for the project's scripts, and reports their failures. */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * node_modules/.bin comes first, so that scripts use the project's own Node and tools wherever they
 * are started.
 */
export const TOOL_ENV: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${path.join(ROOT, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
};

export interface Ran {
  readonly name: string;
  readonly code: number;
  readonly seconds: number;
  readonly output: string;
}

/** Runs a program to its end and collects its output. */
export function run(name: string, command: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const [program = '', ...args] = command;
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...TOOL_ENV, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ name, code: code ?? 1, seconds: (performance.now() - startMs) / 1000, output }),
    );
  });
}

/** Runs a program with its output on the terminal; returns its exit code. */
export function show(command: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const [program = '', ...args] = command;
  const { status, error } = spawnSync(program, args, {
    cwd: ROOT,
    env: { ...TOOL_ENV, ...env },
    stdio: 'inherit',
  });
  if (error !== undefined) throw error;
  return status ?? 1;
}

const NODE_MAJOR = 26;

/**
 * The project runs on the Node that `npm ci` installed. On another one, prints how to start and
 * exits.
 */
export function requireOwnNode(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= NODE_MAJOR) return;
  console.error(
    `This needs Node ${NODE_MAJOR}; this is ${process.version}. Start it with npm (npm start, npm test), which uses the Node that npm ci has installed.`,
  );
  process.exit(1);
}
