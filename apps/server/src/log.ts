/** The server's log, by pino: lines by level, secrets redacted. What repeats is summed up, so that nobody can fill the disk. */
import { pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config.ts';

type Fields = Readonly<Record<string, unknown>>;

interface WriteLine {
  (message: string): void;
  (fields: Fields, message: string): void;
}

/** The part of pino's logger that is used. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', WriteLine>>;

export interface LogOptions {
  /** Lines for people instead of JSON. */
  readonly isReadable?: boolean;
  readonly write?: (line: string) => unknown;
  /** Calls back in a second. */
  readonly inASecond?: (summary: () => void) => void;
}

/** What the API takes or gives as a secret, and headers that carry one. */
const SECRET_FIELDS = [
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
/** Where they are redacted: among a line's fields, and in what a request brought. pino's wildcard costs seven times as much. */
const SECRET_PLACES = ['', 'input', 'body', 'query', 'headers'] as const;

const SECOND_MS = 1_000;

/** Lines go to standard error at once. When the process ends, what a pipe has room for (64 kB on Linux) is not lost; beyond it a reader that lags behind misses the rest. */
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

/** What a log line tells of a thrown thing. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.message, stack: error.stack };
}

/** Fields that tell one kind of line from another, beside level and message. */
const KIND_FIELDS = ['call', 'error', 'url', 'field'] as const;
/** Kinds of one second that are told apart; further ones are one kind. */
const KINDS_MAX = 200;
/** Addresses that a summary names. */
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
 * The first line of a kind goes out at once; those that follow within a second become one line at its end, with the fields of the last, how
 * many they were (`repeated`) and from where (`ips`).
 */
class Repeats {
  readonly #kinds = new Map<string, Repeated>();
  readonly #inASecond: (summary: () => void) => void;
  constructor(inASecond: (summary: () => void) => void) {
    this.#inASecond = inASecond;
  }

  take(source: Source, fields: Fields): void {
    const kind = this.#kinds.size < KINDS_MAX ? kindOf(source, fields) : 'many kinds';
    const known = this.#kinds.get(kind);
    if (known === undefined) {
      if (this.#kinds.size === 0) this.#inASecond(() => this.#sumUp());
      this.#kinds.set(kind, newRepeated(source));
      source.writeLine(fields);
      return;
    }
    known.count++;
    known.fields = fields;
    if (fields.ip !== undefined && known.addresses.size < ADDRESSES_MAX) known.addresses.add(fields.ip);
  }

  #sumUp(): void {
    const repeated = [...this.#kinds].filter(([, { count }]) => count > 0);
    this.#kinds.clear();
    for (const [kind, known] of repeated) {
      const ips = known.addresses.size > 0 ? { ips: [...known.addresses] } : {};
      known.writeLine({ ...known.fields, repeated: known.count, ...ips });
      // It goes on: the next line of this kind comes in another second.
      this.#kinds.set(kind, newRepeated(known));
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

/** Time, level, message and fields on one line, the frames of a stack below it: nothing of what is logged can begin a line. */
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
