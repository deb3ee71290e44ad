/** What a command's codec is. */
import type { Command, CommandType } from '../commands.ts';
import type { JournalReader } from './journal-reader.ts';
import type { JournalWriter } from './journal-writer.ts';

export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;

export interface Codec<C extends Command> {
  /** The command's code, then its fields. */
  write(out: JournalWriter, command: C): void;
  /** By code, for every shape this command ever had. Fields in the order in which they were written. */
  readonly read: Readonly<Record<number, (input: JournalReader) => C>>;
}
