/** Log lines of the server: one JSON object a line, by level, never with secrets. What repeats is summed up, so that nobody can fill the disk. */
import type { LogLevel } from './config.ts';

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

type Fields = Readonly<Record<string, unknown>>;

export interface LogOptions {
  readonly write?: (line: string) => unknown;
  /** Calls back in a second. */
  readonly inASecond?: (summary: () => void) => void;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];
/** Fields that tell one kind of line from another, beside level and message. */
const KIND_FIELDS = ['call', 'error', 'url', 'field'] as const;
/** Kinds of one second that are told apart; further ones are one kind. */
const KINDS_MAX = 200;
/** Addresses that a summary names. */
const ADDRESSES_MAX = 20;
const SECOND_MS = 1_000;

interface Repeated {
  readonly level: LogLevel;
  readonly message: string;
  fields: Fields | undefined;
  count: number;
  readonly addresses: Set<unknown>;
}

/**
 * The first line of a kind goes out at once; those that follow within a second become one line at its end, with the fields of the last, how
 * many they were (`repeated`) and from where (`ips`).
 */
export function createLog(level: LogLevel, options: LogOptions = {}): Log {
  const { write = (line) => process.stderr.write(line) } = options;
  const inASecond = options.inASecond ?? ((summary) => void setTimeout(summary, SECOND_MS).unref());
  const lowest = LEVELS.indexOf(level);
  const kinds = new Map<string, Repeated>();
  const writeLine = (own: LogLevel, message: string, fields: Fields | undefined) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level: own, message, ...fields })}\n`);
  const sumUp = () => {
    const repeated = [...kinds].filter(([, { count }]) => count > 0);
    kinds.clear();
    for (const [kind, { level: own, message, fields, count, addresses }] of repeated) {
      const ips = addresses.size > 0 ? { ips: [...addresses] } : {};
      writeLine(own, message, { ...fields, repeated: count, ...ips });
      // It goes on: the next line of this kind comes in another second.
      kinds.set(kind, newRepeated({ level: own, message }));
    }
    if (kinds.size > 0) inASecond(sumUp);
  };
  const at = (own: LogLevel) => (message: string, fields?: Fields) => {
    if (LEVELS.indexOf(own) < lowest) return;
    const kind = kinds.size < KINDS_MAX ? kindOf(own, message, fields) : 'many kinds';
    const known = kinds.get(kind);
    if (known === undefined) {
      if (kinds.size === 0) inASecond(sumUp);
      kinds.set(kind, newRepeated({ level: own, message }));
      writeLine(own, message, fields);
      return;
    }
    known.count++;
    known.fields = fields;
    if (fields?.ip !== undefined && known.addresses.size < ADDRESSES_MAX) known.addresses.add(fields.ip);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function newRepeated({ level, message }: { level: LogLevel; message: string }): Repeated {
  return { level, message, fields: undefined, count: 0, addresses: new Set() };
}

function kindOf(level: LogLevel, message: string, fields: Fields | undefined): string {
  return JSON.stringify([level, message, ...KIND_FIELDS.map((name) => fields?.[name])]);
}

/** What a log line tells of a thrown thing. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.message, stack: error.stack };
}
