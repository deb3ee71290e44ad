/**
 * The binary form of a batch's commands, and back, exactly: their number, then each one's code and fields. It has no checksum of its
 * own: the pipeline's chain of SHA-256 covers these bytes and everything before them, which a CRC of one batch could not.
 */
import type { Outcome } from '../feature.ts';
import { writeHot, type Command } from '../features.ts';
import { READERS, writeCommand } from './command-codecs.ts';
import { JournalReader } from './journal-reader.ts';
import { JournalWriter } from './journal-writer.ts';

const writer = new JournalWriter();

/** Every code that a record may have. */
export const JOURNAL_CODES: readonly number[] = Object.keys(READERS).map(Number);

/** Bytes that are not what `encodeCommands` writes. */
export class JournalFormatError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`not a journal record: ${what}`, options);
    this.name = 'JournalFormatError';
  }
}

/** A view of a buffer that the next call of this module writes to: who keeps it has to copy it. */
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

/** `codes`, where given, gathers the codes that were met. */
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

/** What the commands came to, for a checksum: a replay that answers differently is noticed at the very batch. A view, too. */
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
