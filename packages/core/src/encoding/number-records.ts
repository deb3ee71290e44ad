/** Records of numbers alone, in snapshots: arrays of their numbers in the order of their fields. */
import type { ByteReader, ByteWriter } from './byte-stream.ts';

type NumbersOf<K extends string> = Readonly<Record<K, number>>;

export function writeRecord<K extends string>(
  out: ByteWriter,
  fields: readonly K[],
  record: NumbersOf<K>,
): void {
  out.numbers(fields.map((field) => record[field]));
}

/** Their number comes first. */
export function writeRecords<K extends string>(
  out: ByteWriter,
  fields: readonly K[],
  records: readonly NumbersOf<K>[],
): void {
  out.number(records.length);
  for (const record of records) writeRecord(out, fields, record);
}

/** The record whose numbers these are; those beyond its fields are left out. */
export function recordOf<K extends string>(fields: readonly K[], values: ArrayLike<number>): NumbersOf<K> {
  return Object.fromEntries(fields.map((field, i) => [field, values[i]])) as NumbersOf<K>;
}

export function readRecord<K extends string>(input: ByteReader, fields: readonly K[]): NumbersOf<K> {
  return recordOf(fields, input.numbers());
}

export function readRecords<K extends string>(input: ByteReader, fields: readonly K[]): NumbersOf<K>[] {
  return Array.from({ length: input.number() }, () => readRecord(input, fields));
}
