/** The words of `npx glasshouse`: the list of commands, one command, the generated page. */
import { COMMAND_GROUPS, COMMANDS } from './table/index.ts';
import type { Command } from './table/command.ts';

const PROGRAM = 'npx glasshouse';
const COLUMNS = 100;

function usageLines({ name, usage }: Command): string[] {
  return usage.map((rest) => `${PROGRAM} ${name} ${rest}`.trimEnd());
}

/** The usage lines that are printed if a command was called with wrong arguments. */
export function usageOf(name: string): string {
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) throw new Error(`${name} is not in the table of commands`);
  return ['usage:', ...usageLines(command).map((line) => `  ${line}`)].join('\n');
}

export function helpOf(command: Command): string {
  const { name, summary, notes, document } = command;
  const more = document === undefined ? [] : ['', `More: ${document}`];
  return [`${name}: ${summary}`, '', usageOf(name), '', ...wrapped(notes), ...more].join('\n');
}

export function listOfCommands(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const groups = COMMAND_GROUPS.flatMap(({ title, commands }) => [
    '',
    title,
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
  ]);
  return [
    `${PROGRAM} COMMAND [arguments]`,
    `${PROGRAM} help COMMAND: its arguments and what it does`,
    ...groups,
  ].join('\n');
}

/** The command whose name takes the fewest changes to become `asked`. */
export function nearestTo(asked: string): Command {
  return COMMANDS.reduce((best, each) =>
    changesBetween(asked, each.name) < changesBetween(asked, best.name) ? each : best,
  );
}

/** The Levenshtein distance: letters to insert, remove or replace. */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [before, letter] of from.split('').entries()) {
    const next = [before + 1];
    for (const [at, other] of to.split('').entries()) {
      const replaced = row[at]! + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** docs/generated/commands.md. */
export function commandsDocument(): string {
  const sections = COMMAND_GROUPS.flatMap(({ title, commands }) => [
    `## ${title}`,
    '',
    ...commands.flatMap((command) => sectionOf(command)),
  ]);
  return [
    '# Commands',
    '',
    `\`${PROGRAM} COMMAND\`, in the folder of the checkout; \`${PROGRAM} help COMMAND\` prints what stands here.`,
    '',
    ...sections,
  ].join('\n');
}

function sectionOf(command: Command): string[] {
  const { name, summary, notes, document } = command;
  const more = document === undefined ? '' : ` More: [${document}](../${document.replace(/^docs\//, '')}).`;
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return [`### ${name}`, '', sentence, '', '```', ...usageLines(command), '```', '', notes + more, ''];
}
