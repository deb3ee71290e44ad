/**
 * Writes and reads commands by their specs, and checks their shapes. The journal accepts only what
 * `faultOf` accepts: any other command would be written as something else and replay to another
 * state. Whether a command makes sense is checked by its feature.
 */
import { namesByCode } from '../contract/codes.ts';
import type { CommandSpec } from '../contract/feature.ts';
import { COMMANDS, type Command } from '../features.ts';
import { faultIn, type Field } from '../encoding/fields.ts';
import type { JournalReader } from '../encoding/journal-reader.ts';
import type { JournalWriter } from '../encoding/journal-writer.ts';

type Write = (out: JournalWriter, command: Command) => void;
type Read = (input: JournalReader) => Command;

const WRITERS = new Map(Object.entries(COMMANDS).map(([type, spec]) => [type, writerOf(spec)]));

/** Readers by code; undefined for unused codes. */
export const READERS: readonly (Read | undefined)[] = readersByCode();

export function writeCommand(out: JournalWriter, command: Command): void {
  WRITERS.get(command.type)!(out, command);
}

/** Returns the first invalid field, 'type' for an unknown command, or null. */
export function faultOf(command: object): string | null {
  const { type } = command as { readonly type?: string };
  const spec = Object.hasOwn(COMMANDS, type ?? '') ? COMMANDS[type as Command['type']] : undefined;
  return spec === undefined ? 'type' : faultIn(command, spec.shape, ['type']);
}

function writerOf({ code, shape, write }: CommandSpec): Write {
  if (write !== undefined) return write as unknown as Write;
  const fields = Object.entries(shape);
  return (out, command) => {
    out.byte(code);
    for (const [name, field] of fields)
      field.write(out, (command as unknown as Readonly<Record<string, unknown>>)[name]);
  };
}

function readerOf(type: string, { shape }: CommandSpec): Read {
  const fields: [string, Field<unknown>][] = Object.entries(shape);
  return (input) => {
    const command: Record<string, unknown> = { type };
    for (const [name, field] of fields) command[name] = field.read(input);
    return command as unknown as Command;
  };
}

function readersByCode(): (Read | undefined)[] {
  const readers: (Read | undefined)[] = [];
  const codes: [name: string, code: number][] = [];
  for (const [type, spec] of Object.entries(COMMANDS))
    for (const [code, read] of [[spec.code, readerOf(type, spec)], ...Object.entries(spec.others ?? {})] as [
      number | string,
      Read,
    ][]) {
      codes.push([type, Number(code)]);
      readers[Number(code)] = read;
    }
  namesByCode('command', codes);
  return readers;
}
