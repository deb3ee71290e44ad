/**
 * `npx glasshouse markets`: asks the running server for the coins and pairs, or to list, change,
 * halt, open or delist one.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { MAKER_OPTIONS } from '../features/market/maker-terms.ts';
import type { marketCommands } from '../features/market/operating-commands.ts';
import { PAIR_FIELDS } from '../features/market/pair-terms.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { performAct, type AskedAct } from './act.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';

const USAGE = usageOf('markets');
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/;
const MAKER = Object.keys(MAKER_OPTIONS);
const TERMS = Object.values(PAIR_FIELDS).map(({ option }) => option);

type Server = RunningServer<ReturnType<typeof marketCommands>>;
type Given = Readonly<Record<string, string | boolean | undefined>>;
type Act = Pick<AskedAct, 'call' | 'fields'>;
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
  if (rest.length === 0 && verb in READS) return read(READS[verb as keyof typeof READS]);
  const act = actOf(positionals, values) ?? pairActOf(positionals, values);
  if (act === null) throw new Error(USAGE);
  const by = operatorOf(values.by);
  if (by === null) throw new Error(NO_OPERATOR);
  return performAct({ ...act, by, reason: values.reason, isTrial: values['dry-run'] === true });
});

async function read(name: (typeof READS)[keyof typeof READS]): Promise<number> {
  const { dataDir } = readConfig(process.env);
  const server: Server | null = await connectToServer(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    for (const line of await server.ask(name, null)) say(line);
    return EXIT.ok;
  } finally {
    server.close();
  }
}

/** An act of the office on a pair; null if it is none. */
function pairActOf([verb, pair, ...more]: readonly string[], given: Given): Act | null {
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

/** Whether the market maker shall quote; nothing: as it is. */
function onOrOff(given: Given): { readonly isOn?: boolean } {
  if (given['off'] === true) return { isOn: false };
  return given['on-again'] === true ? { isOn: true } : {};
}

/** Terms of a pair, by the fields of its acts. */
function termsOf(given: Given): object {
  return Object.fromEntries(Object.entries(PAIR_FIELDS).map(([field, { option }]) => [field, given[option]]));
}

/** An act of the office that lists or sets something; null if it is none. */
function actOf([verb, subject, name, decimals, ...more]: readonly string[], given: Given): Act | null {
  if (subject === undefined || more.length > 0) return null;
  if (verb === 'coin')
    return name === undefined || decimals === undefined
      ? null
      : { call: 'markets/list-coin', fields: { code: subject, name, decimals } };
  if (name !== undefined) return null;
  const pair = subject;
  switch (verb) {
    case 'pair': {
      const opens = typeof given['opens'] === 'string' ? { opens: timeOf(given['opens']) } : {};
      return { call: 'markets/list-pair', fields: { pair, ...termsOf(given), ...opens } };
    }
    case 'terms':
      return { call: 'markets/set-terms', fields: { pair, ...termsOf(given) } };
    case 'maker': {
      const options = Object.fromEntries(MAKER.map((option) => [option, given[option]]));
      return { call: 'markets/set-maker', fields: { pair, ...onOrOff(given), ...options } };
    }
    default:
      return null;
  }
}
