/** Log lines of the server: one JSON object a line, by level, never with secrets. */
import type { LogLevel } from './config.ts';

export interface Log {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

export function createLog(
  level: LogLevel,
  write: (line: string) => unknown = (line) => process.stderr.write(line),
): Log {
  const lowest = LEVELS.indexOf(level);
  const at = (own: LogLevel) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    if (LEVELS.indexOf(own) < lowest) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level: own, message, ...fields })}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** What a log line tells of a thrown thing. */
export function errorFields(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.message, stack: error.stack };
}
