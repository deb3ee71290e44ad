/**
 * `npx glasshouse terms`: asks the running server for the fee tiers and the terms of contracts, or
 * to set them.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { TermsAnswer } from '../contract/terms-acts.ts';
import type { secondsContractCommands } from '../features/seconds-contract/operating-commands.ts';
import type { spotCommands } from '../features/spot/operating-commands.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
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
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [act = '', pair] = positionals;
  const operator = operatorOf(values.by);
  const isRead = act === 'list' || act === 'history';
  const setting = operator === null ? null : settingOf(act, pair, { ...values, operator });
  if (!isRead && setting === null) throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server: Server | null = await connectToServer<Commands>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    if (isRead) return await read(server, act);
    const { problem } = await setting!(server);
    say(problem ?? 'It is in force.');
    return problem === null ? EXIT.ok : EXIT.breach;
  } finally {
    server.close();
  }
});

async function read(server: Server, act: 'list' | 'history'): Promise<number> {
  const lines =
    act === 'list'
      ? [
          ...(await server.ask('spot/list-fee-tiers', null)),
          ...(await server.ask('seconds-contract/list-terms', null)),
        ]
      : // Each line begins with its time.
        [
          ...(await server.ask('spot/list-fee-tiers-history', null)),
          ...(await server.ask('seconds-contract/list-terms-history', null)),
        ].toSorted((a, b) => (a < b ? 1 : -1));
  for (const line of lines) say(line);
  return EXIT.ok;
}

/** What the arguments ask for; null if something is missing. */
function settingOf(
  act: string,
  pair: string | undefined,
  { operator, ...values }: Values & { readonly operator: string },
): ((server: Server) => Promise<TermsAnswer>) | null {
  if (act === 'fee-tiers') {
    const tiers = values.tier?.map((text) => partsOf(text, ['volume', 'makerShare', 'takerShare']));
    if (tiers === undefined || !tiers.every((tier) => tier !== null)) return null;
    return (server) => server.ask('spot/set-fee-tiers', { tiers, operator });
  }
  if (act !== 'contracts') return null;
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
      ? (server) => server.ask('seconds-contract/set-limits', { pair, ...limits, operator })
      : null;
  if (durations === undefined || hasLimits || !durations.every((duration) => duration !== null)) return null;
  return (server) => server.ask('seconds-contract/set-durations', { durations, operator });
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
