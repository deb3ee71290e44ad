/** What a command's codec is, and the words that it shares with a command's shape. */
import type { Command, CommandType } from '../commands.ts';
import type { JournalReader } from './journal-reader.ts';
import type { JournalWriter } from './journal-writer.ts';

/** Why money may come in: the journal writes the place in this list. */
export const REASONS = ['play-money', 'house-capital'] as const;

export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;

export interface Codec<C extends Command> {
  /** The command's code, then its fields. */
  write(out: JournalWriter, command: C): void;
  /** By code, for every shape this command ever had. Fields in the order in which they were written. */
  readonly read: Readonly<Record<number, (input: JournalReader) => C>>;
}
