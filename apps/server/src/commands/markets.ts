/**
 * `npx glasshouse markets`: asks the running server for the coins and pairs, or to list, change,
 * halt, open or delist one.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { MAKER_OPTIONS, type MakerOptions } from '../features/market/maker-terms.ts';
import type { MarketAct, marketCommands } from '../features/market/operating-commands.ts';
import { FIXED_OPTIONS, TERM_OPTIONS, type Options } from '../features/market/pair-terms.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { performAct, type AskedAct } from './act.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';

const USAGE = usageOf('markets');
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/;
const MAKER = Object.keys(MAKER_OPTIONS);
const TERMS = Object.keys({ ...FIXED_OPTIONS, ...TERM_OPTIONS });

type Server = RunningServer<ReturnType<typeof marketCommands>>;
type Given = Readonly<Record<string, string | boolean | undefined>>;
/** What only shows something. */
const READS = { list: 'markets/list', history: 'markets/history' } as const;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries(TERMS.map((name) => [name, { type: 'string' } as const])),
      by: { type: 'string' },
      on: { type: 'string' },
      opens: { type: 'string' },
      ...Object.fromEntries(MAKER.map((name) => [name, { type: 'string' } as const])),
      off: { type: 'boolean' },
      'on-again': { type: 'boolean' },
      'cancel-only': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      reason: { type: 'string' },
    },
  });
  const [verb = '', ...rest] = positionals;
  const read = rest.length === 0 && verb in READS ? READS[verb as keyof typeof READS] : null;
  const operator = operatorOf(values.by);
  const pairAct = pairActOf(positionals, values);
  if (pairAct !== null) {
    if (operator === null) throw new Error(NO_OPERATOR);
    const isTrial = values['dry-run'] === true;
    return performAct({ ...pairAct, by: operator, reason: values.reason, isTrial });
  }
  const asked = actOf(positionals, values);
  const isWhole = asked !== null && operator !== null;
  if (read === null && !isWhole) throw new Error(asked === null ? USAGE : NO_OPERATOR);
  const { dataDir } = readConfig(process.env);
  const server: Server | null = await connectToServer(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    if (isWhole) return await perform(server, { ...asked, operator }, values['dry-run'] === true);
    for (const line of await server.ask(read!, null)) say(line);
    return EXIT.ok;
  } finally {
    server.close();
  }
});

async function perform(
  server: Server,
  asked: MarketAct & { readonly operator: string },
  isTrial: boolean,
): Promise<number> {
  const plan = await server.ask('markets/plan', asked);
  for (const line of plan.summary) say(line);
  if (plan.problem === null && isTrial) {
    say('Nothing was done.');
    return EXIT.ok;
  }
  const { problem } = plan.problem === null ? await server.ask('markets/act', asked) : plan;
  say(problem ?? 'It is done.');
  return problem === null ? EXIT.ok : EXIT.breach;
}

/** An act of the office on a pair; null if it is none. */
function pairActOf(
  [verb, pair, ...more]: readonly string[],
  given: Given,
): Pick<AskedAct, 'call' | 'fields'> | null {
  if (pair === undefined || more.length > 0) return null;
  switch (verb) {
    case 'halt':
      return { call: 'markets/halt-pair', fields: { pair, cancelOnly: given['cancel-only'] === true } };
    case 'resume':
    case 'keep':
      return { call: `markets/${verb}-pair`, fields: { pair } };
    case 'delist':
    case 'open':
      return typeof given['on'] === 'string'
        ? { call: `markets/${verb}-pair`, fields: { pair, on: timeOf(given['on']) } }
        : null;
    default:
      return null;
  }
}

/** A time of the command line in milliseconds. */
function timeOf(text: string): number {
  const timeMs = TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(timeMs)) throw new Error(`${text} is no time such as 2027-01-31T08:00:00Z`);
  return timeMs;
}

/** Those of these options that were given. */
function only(given: Given, names: readonly string[]): Given {
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

/** Whether the market maker shall quote; null: as it is. */
function onOrOff(given: Given): boolean | null {
  if (given['off'] === true) return false;
  return given['on-again'] === true ? true : null;
}

/** What was asked for; null if it is none of the usages. */
function actOf([verb, subject, name, decimals, ...more]: readonly string[], given: Given): MarketAct | null {
  if (subject === undefined || more.length > 0) return null;
  if (verb === 'coin')
    return name === undefined || decimals === undefined
      ? null
      : { act: 'coin', code: subject, name, decimals };
  if (name !== undefined) return null;
  const pair = subject;
  switch (verb) {
    case 'pair':
      return { act: verb, pair, terms: only(given, TERMS) as Options, ...only(given, ['opens']) };
    case 'terms':
      return { act: verb, pair, terms: only(given, TERMS) as Options };
    case 'maker':
      return { act: 'maker', pair, isOn: onOrOff(given), options: only(given, MAKER) as MakerOptions };
    default:
      return null;
  }
}
