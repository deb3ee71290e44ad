/**
 * The fields of commands. A field defines which values it accepts and how the journal writes and
 * reads them. A command's shape is a record of fields, and its type follows from the shape.
 */
import type { JournalReader } from './journal-reader.ts';
import type { JournalWriter } from './journal-writer.ts';

export interface Field<T> {
  readonly accepts: (value: unknown) => boolean;
  readonly write: (out: JournalWriter, value: T) => void;
  /** Throws a RangeError for bytes that `write` cannot have written. */
  readonly read: (input: JournalReader) => T;
}

// oxlint-disable-next-line typescript/no-explicit-any -- ValuesOf names the types.
export type Shape = Readonly<Record<string, Field<any>>>;
export type ValuesOf<S extends Shape> = {
  readonly [K in keyof S]: S[K] extends Field<infer T> ? T : never;
};

const readNumber = (input: JournalReader): number => input.number();
const writeNumber = (out: JournalWriter, value: number): void => out.number(value);

/** A safe integer: units, ticks, lots, numbers of owners and markets. */
export const whole: Field<number> = {
  accepts: Number.isSafeInteger,
  write: writeNumber,
  read: readNumber,
};

/** One of a set of numbers, stored as they are. */
export function numberOf<T extends number>(allowed: Iterable<T>): Field<T> {
  const values = new Set<unknown>(allowed);
  return {
    accepts: (value) => values.has(value),
    write: writeNumber,
    read: (input) => input.number() as T,
  };
}

/** One of a list of names, stored as its index. Names may only be appended to the list. */
export function nameOf<T extends string>(names: readonly T[]): Field<T> {
  return {
    accepts: (value) => names.includes(value as T),
    write: (out, value) => {
      const place = names.indexOf(value);
      if (place < 0) throw new Error(`the journal has no code for ${value}`);
      out.number(place);
    },
    read: (input) => {
      const place = input.number();
      const name = names[place];
      if (name === undefined) throw new RangeError(`${place} where one of ${names.join()} is meant`);
      return name;
    },
  };
}

/** At most `max` UTF-16 code units. */
export function text(max: number): Field<string> {
  return {
    accepts: (value) => typeof value === 'string' && value.length <= max,
    write: (out, value) => out.text(value),
    read: (input) => input.text(),
  };
}

export function textOrNull(max: number): Field<string | null> {
  const { accepts } = text(max);
  return {
    accepts: (value) => value === null || accepts(value),
    write: (out, value) => out.textOrNull(value),
    read: (input) => input.textOrNull(),
  };
}

/** A list of safe integers of any length. */
export const wholes: Field<readonly number[]> = {
  accepts: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
  write: (out, values) => out.list(values),
  read: (input) => input.list(),
};

/** A list of records of safe integers with exactly these fields. */
export function records<K extends string>(
  ...names: readonly K[]
): Field<readonly Readonly<Record<K, number>>[]> {
  const shape = Object.fromEntries(names.map((name) => [name, whole]));
  return {
    accepts: (value) =>
      Array.isArray(value) &&
      value.every((one) => typeof one === 'object' && one !== null && faultIn(one, shape) === null),
    write: (out, values) => out.list(values.flatMap((one) => names.map((name) => one[name]))),
    read: (input) => {
      const values = input.list();
      if (values.length % names.length !== 0) throw new RangeError(`part of a record of ${names.join()}`);
      return Array.from(
        { length: values.length / names.length },
        (_, i) =>
          Object.fromEntries(names.map((name, j) => [name, values[names.length * i + j]])) as Record<
            K,
            number
          >,
      );
    },
  };
}

/**
 * Returns the first invalid or unknown field, or null. `more` lists further fields that are
 * allowed.
 */
export function faultIn(value: object, shape: Shape, more: readonly string[] = []): string | null {
  for (const name in shape)
    if (!shape[name]!.accepts((value as Readonly<Record<string, unknown>>)[name])) return name;
  for (const name in value) if (!(name in shape) && !more.includes(name)) return name;
  return null;
}
