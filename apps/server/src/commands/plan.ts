/** Interprets the arguments of `npx glasshouse`: prints a text, or starts a command. */
import { helpOf, listOfCommands, nearestTo } from './help.ts';
import { COMMANDS } from './table/index.ts';
import type { Command } from './table/command.ts';

export type Plan =
  | { readonly text: string; readonly isMistake: boolean }
  | { readonly command: Command; readonly args: readonly string[] };

const HELP: ReadonlySet<string> = new Set(['help', '--help', '-h']);
const HELP_FLAGS: ReadonlySet<string> = new Set(['--help', '-h']);

/** Help is answered here for every command, so none is started by a question about it. */
export function planOf(argv: readonly string[]): Plan {
  const asksHelp = HELP.has(argv[0] ?? '');
  const [name, ...args] = asksHelp ? argv.slice(1) : argv;
  if (name === undefined) return { text: listOfCommands(), isMistake: false };
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) {
    const text = `There is no command ${name}. Did you mean ${nearestTo(name).name}? All of them: npx glasshouse`;
    return { text, isMistake: true };
  }
  if (asksHelp || args.some((arg) => HELP_FLAGS.has(arg))) return { text: helpOf(command), isMistake: false };
  return { command, args };
}
