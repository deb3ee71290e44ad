/**
 * `npx glasshouse terms`: asks the running server for the fee tiers and the terms of contracts, or
 * to set them.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { secondsContractCommands } from '../features/seconds-contract/operating-commands.ts';
import type { spotCommands } from '../features/spot/operating-commands.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { performAct, type AskedAct } from './act.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';

type Commands = ReturnType<typeof spotCommands> & ReturnType<typeof secondsContractCommands>;
type Server = RunningServer<Commands>;

const USAGE = usageOf('terms');
const OPTIONS = {
  tier: { type: 'string', multiple: true },
  duration: { type: 'string', multiple: true },
  'max-positions': { type: 'string' },
  'max-user-stake': { type: 'string' },
  'max-open-stake': { type: 'string' },
  by: { type: 'string', default: '' },
  reason: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [verb = '', pair] = positionals;
  if (verb === 'list' || verb === 'history') return read(verb);
  const act = actOf(verb, pair, values);
  const by = operatorOf(values.by);
  if (act === null || by === null) throw new Error(USAGE);
  return performAct({ ...act, by, reason: values.reason, isTrial: values['dry-run'] });
});

async function read(verb: 'list' | 'history'): Promise<number> {
  const { dataDir } = readConfig(process.env);
  const server: Server | null = await connectToServer<Commands>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    for (const line of await linesOf(server, verb)) say(line);
    return EXIT.ok;
  } finally {
    server.close();
  }
}

async function linesOf(server: Server, verb: 'list' | 'history'): Promise<readonly string[]> {
  if (verb === 'list')
    return [
      ...(await server.ask('spot/list-fee-tiers', null)),
      ...(await server.ask('seconds-contract/list-terms', null)),
    ];
  const lines = [
    ...(await server.ask('spot/list-fee-tiers-history', null)),
    ...(await server.ask('seconds-contract/list-terms-history', null)),
  ];
  // Each begins with its time.
  return lines.toSorted((a, b) => (a < b ? 1 : -1));
}

/** What the arguments ask for; null if something is missing. */
function actOf(
  verb: string,
  pair: string | undefined,
  values: Values,
): Pick<AskedAct, 'call' | 'fields'> | null {
  if (verb === 'fee-tiers') {
    const tiers = values.tier?.map((text) => partsOf(text, ['volume', 'makerShare', 'takerShare']));
    if (tiers === undefined || !tiers.every((tier) => tier !== null)) return null;
    return { call: 'products/set-fee-tiers', fields: { tiers } };
  }
  if (verb !== 'contracts') return null;
  const names = ['seconds', 'profit', 'minStake', 'maxStake'] as const;
  const durations = values.duration?.map((text) => partsOf(text, names));
  const limits = {
    ...given('maxPositions', values['max-positions']),
    ...given('maxUserStake', values['max-user-stake']),
    ...given('maxOpenStake', values['max-open-stake']),
  };
  const hasLimits = Object.keys(limits).length > 0;
  if (pair !== undefined)
    return durations === undefined && hasLimits
      ? { call: 'products/set-limits', fields: { pair, ...limits } }
      : null;
  if (durations === undefined || hasLimits || !durations.every((duration) => duration !== null)) return null;
  return { call: 'products/set-durations', fields: { durations } };
}

function given<K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, string>);
}

/** The parts of a text such as 30:82:5:5000, by their names; null if there are more or fewer. */
function partsOf<K extends string>(text: string, names: readonly K[]): Record<K, string> | null {
  const parts = text.split(':');
  if (parts.length !== names.length) return null;
  return Object.fromEntries(names.map((name, i) => [name, parts[i]])) as Record<K, string>;
}
