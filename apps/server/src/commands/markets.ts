/**
 * `npx glasshouse markets`: asks the running server for the coins and pairs, or to list, change,
 * halt or delist one.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { MarketAct, marketCommands } from '../features/market/operating-commands.ts';
import { FIXED_OPTIONS, TERM_OPTIONS, type Options } from '../features/market/pair-terms.ts';
import { connectToServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './installation.ts';
import { operatorOf } from './operator.ts';

const USAGE = usageOf('markets');
const TERMS = Object.keys({ ...FIXED_OPTIONS, ...TERM_OPTIONS });

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries(TERMS.map((name) => [name, { type: 'string' } as const])),
      by: { type: 'string' },
      on: { type: 'string' },
      'cancel-only': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
  });
  const given = values as Readonly<Record<string, string | boolean | undefined>>;
  const [verb] = positionals;
  const isRead = (verb === 'list' || verb === 'history') && positionals.length === 1;
  const asked = isRead ? null : actOf(positionals, given);
  const operator = operatorOf(values.by);
  if (!isRead && (asked === null || operator === null)) throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof marketCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    if (asked === null || operator === null) {
      for (const line of await server.ask(verb === 'list' ? 'markets/list' : 'markets/history', null))
        say(line);
      return EXIT.ok;
    }
    const plan = await server.ask('markets/plan', asked);
    for (const line of plan.summary) say(line);
    const isDone = plan.problem === null && given['dry-run'] !== true;
    const { problem } = isDone ? await server.ask('markets/act', { ...asked, operator }) : plan;
    say(problem ?? (isDone ? 'It is done.' : 'Nothing was done.'));
    return problem === null ? EXIT.ok : EXIT.breach;
  } finally {
    server.close();
  }
});

/** What was asked for; null if it is none of the usages. */
function actOf(
  [verb, subject, name, decimals, ...more]: readonly string[],
  given: Readonly<Record<string, string | boolean | undefined>>,
): MarketAct | null {
  if (subject === undefined || more.length > 0) return null;
  if (verb === 'coin')
    return name === undefined || decimals === undefined
      ? null
      : { act: 'coin', code: subject, name, decimals };
  if (name !== undefined) return null;
  const pair = subject;
  switch (verb) {
    case 'pair':
    case 'terms': {
      const terms = Object.fromEntries(
        TERMS.flatMap((term) => (given[term] === undefined ? [] : [[term, given[term]]])),
      );
      return { act: verb, pair, terms: terms as Options };
    }
    case 'halt':
      return { act: 'halt', pair, cancelOnly: given['cancel-only'] === true };
    case 'resume':
    case 'keep':
      return { act: verb, pair };
    case 'delist':
      return typeof given['on'] === 'string' ? { act: 'delist', pair, on: given['on'] } : null;
    default:
      return null;
  }
}
