/** Runs an operating command as an operator does: in a process of its own, beside a server. */
import { execFile } from 'node:child_process';
import path from 'node:path';

const COMMANDS = path.join(import.meta.dirname, '../commands');

export interface CommandEnd {
  readonly status: number;
  readonly output: string;
}

/**
 * Returns a function that runs the command `name` on the folder that `dataDir` returns at that
 * moment. `more`: further environment variables.
 */
export function commandOn(
  name: string,
  dataDir: () => string,
  more: Readonly<Record<string, string>> = {},
): (...args: readonly string[]) => Promise<CommandEnd> {
  return (...args) =>
    new Promise((resolve) => {
      const env = { ...process.env, ...more, DATA_DIR: dataDir() };
      execFile(process.execPath, [path.join(COMMANDS, `${name}.ts`), ...args], { env }, (error, out, err) =>
        resolve({ status: Number(error?.code ?? 0), output: out + err }),
      );
    });
}

const WAITS = /^Act (\d+) waits for a second person/m;

/** The same for acts of two people: what waits for a second person is agreed to by another one. */
export function commandByTwo(
  name: string,
  dataDir: () => string,
): (...args: readonly string[]) => Promise<CommandEnd> {
  const [first, acts] = [commandOn(name, dataDir), commandOn('acts', dataDir)];
  return async (...args) => {
    const asked = await first(...args);
    const [, act] = WAITS.exec(asked.output) ?? [];
    if (act === undefined) return asked;
    const agreed = await acts('agree', act, '--by', 'second person');
    return { ...agreed, output: asked.output + agreed.output };
  };
}
