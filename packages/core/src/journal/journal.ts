/**
 * Encodes and decodes the commands of a batch, exactly: their number, then each command's code and
 * fields. There is no checksum here: the pipeline's SHA-256 chain covers these bytes and all bytes
 * before them.
 */
import type { Outcome } from '../contract/feature.ts';
import { writeHot, type Command } from '../features.ts';
import { READERS, writeCommand } from './command-codecs.ts';
import { JournalReader } from '../encoding/journal-reader.ts';
import { JournalWriter } from '../encoding/journal-writer.ts';

const writer = new JournalWriter();

/** Every code that a record may contain. */
export const JOURNAL_CODES: readonly number[] = Object.keys(READERS).map(Number);

/** Thrown for bytes that `encodeCommands` does not write. */
export class JournalFormatError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`not a journal record: ${what}`, options);
    this.name = 'JournalFormatError';
  }
}

/** Returns a view of a buffer that the next call of this module overwrites. Copy it to keep it. */
export function encodeCommands(commands: readonly Command[]): Uint8Array {
  writer.clear();
  writer.begin();
  writer.number(commands.length);
  for (const command of commands) {
    writer.begin();
    if (!writeHot(writer, command)) writeCommand(writer, command);
  }
  return writer.take();
}

/** Adds the codes it meets to `codes`, if given. */
export function decodeCommands(bytes: Uint8Array, codes?: Set<number>): Command[] {
  try {
    return readCommands(new JournalReader(bytes), codes);
  } catch (error) {
    if (error instanceof RangeError) throw new JournalFormatError(error.message, { cause: error });
    throw error;
  }
}

function readCommands(input: JournalReader, codes?: Set<number>): Command[] {
  const count = input.number();
  const commands: Command[] = [];
  for (let i = 0; i < count; i++) {
    const code = input.byte();
    const read = READERS[code];
    if (read === undefined) throw new JournalFormatError(`no command has the code ${code}`);
    codes?.add(code);
    commands.push(read(input));
  }
  if (input.left !== 0) throw new JournalFormatError(`${input.left} bytes after its end`);
  return commands;
}

/**
 * Encodes outcomes for a checksum, so that a replay detects the first batch with another outcome.
 * Returns a view as well.
 */
export function encodeOutcomes(outcomes: readonly Outcome[]): Uint8Array {
  writer.clear();
  for (const { error, id, count } of outcomes) {
    writer.begin();
    writer.textOrNull(error);
    writer.number(id);
    writer.number(count);
  }
  return writer.take();
}
