/**
 * The server's log, by pino: lines by level, secrets redacted. Repeated lines are summed up, so
 * that nobody can fill the disk.
 */
import { pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../feed-config.ts';

type Fields = Readonly<Record<string, unknown>>;

interface WriteLine {
  (message: string): void;
  (fields: Fields, message: string): void;
}

/** The part of pino's logger that the server uses. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', WriteLine>>;

export interface LogOptions {
  /** Readable lines instead of JSON. */
  readonly isReadable?: boolean;
  readonly write?: (line: string) => unknown;
  /** Schedules a callback in a second. */
  readonly inASecond?: (summary: () => void) => void;
}

/** The API's secret fields, and headers with secrets. */
export const SECRET_FIELDS = [
  'password',
  'oldPassword',
  'confirmPassword',
  'fundPassword',
  'confirmFundPassword',
  'code',
  'newCode',
  'googleCode',
  'token',
  'secret',
  'authorization',
  'cookie',
  'x-access-token',
  'set-cookie',
] as const;
/**
 * The objects whose secret fields are redacted: the line itself, and the parts of a request. pino's
 * wildcard costs seven times as much.
 */
const SECRET_PLACES = ['', 'input', 'body', 'query', 'headers'] as const;

const SECOND_MS = 1_000;

/**
 * Lines go to standard error synchronously. When the process ends, up to a pipe's capacity (64 kB
 * on Linux) is kept; a slower reader misses the rest.
 */
export function createLog(level: LogLevel, options: LogOptions = {}): Log {
  const { isReadable = false, write = (line) => process.stderr.write(line) } = options;
  const inASecond = options.inASecond ?? ((summary) => void setTimeout(summary, SECOND_MS).unref());
  const repeats = new Repeats(inASecond);
  return pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
      redact: {
        paths: SECRET_PLACES.flatMap((place) => SECRET_FIELDS.map((name) => `${place}["${name}"]`)),
        censor: '[redacted]',
      },
      hooks: {
        logMethod(args, method, own) {
          const [first, second] = args as [Fields | string, string?];
          const [fields, message] = typeof first === 'string' ? [{}, first] : [first, second ?? ''];
          const writeLine = (given: Fields): void => method.apply(this, [given, message]);
          repeats.take({ level: own, message, writeLine }, fields);
        },
      },
    },
    {
      write: isReadable
        ? (line: string) => void write(readableLine(line))
        : (line: string) => void write(line),
    },
  );
}

/** The fields of a log line for a thrown value. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.message, stack: error.stack };
}

/** Fields that distinguish kinds of lines, besides level and message. No client chooses them. */
const KIND_FIELDS = ['call', 'error', 'url', 'what'] as const;
/**
 * The most kinds of one message, and the most messages, that are distinguished in one second.
 * Further ones count as one kind. So a flood of one message hides no line of another.
 */
const KINDS_MAX = 40;
const MESSAGES_MAX = 200;
/** Addresses that a summary lists. */
const ADDRESSES_MAX = 20;

interface Source {
  readonly level: number;
  readonly message: string;
  readonly writeLine: (fields: Fields) => void;
}

interface Repeated extends Source {
  fields: Fields;
  count: number;
  readonly addresses: Set<unknown>;
}

/**
 * The first line of a kind is written at once. Later ones within the same second become one line at
 * its end, with the fields of the last, their number (`repeated`) and their sources (`ips`).
 */
class Repeats {
  readonly #kinds = new Map<string, Repeated>();
  /** The number of kinds of each message. */
  readonly #counts = new Map<string, number>();
  readonly #inASecond: (summary: () => void) => void;
  constructor(inASecond: (summary: () => void) => void) {
    this.#inASecond = inASecond;
  }

  take(source: Source, fields: Fields): void {
    const kind = this.#kindOf(source, fields);
    const known = this.#kinds.get(kind);
    if (known === undefined) {
      if (this.#kinds.size === 0) this.#inASecond(() => this.#sumUp());
      this.#add(kind, newRepeated(source));
      source.writeLine(fields);
      return;
    }
    known.count++;
    known.fields = fields;
    if (fields.ip !== undefined && known.addresses.size < ADDRESSES_MAX) known.addresses.add(fields.ip);
  }

  /**
   * The kind of a line, by message and fields. At the limit of kinds it is the message alone; at
   * the limit of messages, one kind for all others.
   */
  #kindOf(source: Source, fields: Fields): string {
    const { message } = source;
    const whole = kindOf(source, fields);
    const count = this.#counts.get(message) ?? 0;
    if (this.#kinds.has(whole) || (count > 0 && count < KINDS_MAX)) return whole;
    if (count > 0) return message;
    return this.#counts.size < MESSAGES_MAX ? whole : 'many kinds';
  }

  #add(kind: string, repeated: Repeated): void {
    const { message } = repeated;
    this.#counts.set(message, (this.#counts.get(message) ?? 0) + 1);
    this.#kinds.set(kind, repeated);
  }

  #sumUp(): void {
    const repeated = [...this.#kinds].filter(([, { count }]) => count > 0);
    this.#kinds.clear();
    this.#counts.clear();
    for (const [kind, known] of repeated) {
      const ips = known.addresses.size > 0 ? { ips: [...known.addresses] } : {};
      known.writeLine({ ...known.fields, repeated: known.count, ...ips });
      // The flood continues: the next line of this kind comes a second later.
      this.#add(kind, newRepeated(known));
    }
    if (this.#kinds.size > 0) this.#inASecond(() => this.#sumUp());
  }
}

function newRepeated({ level, message, writeLine }: Source): Repeated {
  return { level, message, writeLine, fields: {}, count: 0, addresses: new Set() };
}

function kindOf({ level, message }: Source, fields: Fields): string {
  return JSON.stringify([level, message, ...KIND_FIELDS.map((name) => fields[name])]);
}

const PLAIN_VALUE = /^[\w./:-]+$/;

/**
 * Time, level, message and fields on one line, a stack's frames indented below it, so that no
 * logged text can look like a new line.
 */
function readableLine(json: string): string {
  const { time, level, message, stack, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const facts = Object.entries(fields).map(([name, value]) => {
    const isPlain = typeof value === 'string' && PLAIN_VALUE.test(value);
    return `${name}=${isPlain ? value : JSON.stringify(value)}`;
  });
  const clock = String(time).slice('2026-01-01T'.length, -1);
  const head = [clock, String(level).padEnd('error'.length), escaped(message), ...facts].join(' ');
  const frames = (typeof stack === 'string' ? stack : '').split('\n').filter((line) => /^ +at /.test(line));
  return [head, ...frames.map((frame) => `    ${escaped(frame.trim())}`), ''].join('\n');
}

function escaped(text: unknown): string {
  return JSON.stringify(String(text)).slice(1, -1);
}
