/**
 * `npx glasshouse networks`: asks the running server for the terms of networks, to set one, or to
 * list a coin on a network.
 */
import { parseArgs } from 'node:util';
import type { NetworkCoin } from '@glasshouse/protocol/funding/networks-office';
import { readConfig } from '../config.ts';
import { COIN_TERM_NAMES, COIN_TERMS } from '../features/funding/network-terms.ts';
import type { networkCommands } from '../features/funding/operating-commands.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { performAct, type AskedAct } from './act.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';

const USAGE = usageOf('networks');
const WIDTHS = { coin: 11, network: 8, field: 20 } as const;
const WAYS: readonly string[] = ['deposits', 'withdrawals'];
const WAY_ACTS: Readonly<Record<string, string>> = {
  open: 'networks/open-coin',
  closed: 'networks/close-coin',
};

type Server = RunningServer<ReturnType<typeof networkCommands>>;
type Given = Readonly<Record<string, string | boolean | undefined>>;
type Act = Pick<AskedAct, 'call' | 'fields'>;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      reason: { type: 'string' },
      ...Object.fromEntries(
        Object.values(COIN_TERMS).map(({ parameter }) => [parameter, { type: 'string' } as const]),
      ),
      symbol: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  });
  if (positionals.length === 1 && positionals[0] === 'list') return list();
  const act = actOf(positionals, values);
  if (act === null) throw new Error(USAGE);
  const by = operatorOf(values.by);
  if (by === null) throw new Error(NO_OPERATOR);
  return performAct({ ...act, by, reason: values.reason, isTrial: values['dry-run'] === true });
});

/** What was asked for; null if it is none of the usages. */
function actOf([verb, ...args]: readonly string[], given: Given): Act | null {
  const [first = '', second = '', third = '', value = ''] = args;
  switch (`${verb} of ${args.length}`) {
    case 'set of 4':
      return settingOf({ coin: first, network: second }, third, value);
    case 'set-confirmations of 2':
      return { call: 'networks/set-confirmations', fields: { network: first, confirmations: second } };
    case 'list-coin of 3': {
      const terms = COIN_TERM_NAMES.map((name) => [name, given[COIN_TERMS[name].parameter]]);
      const place = { coin: first, network: second, contract: third, symbol: given['symbol'] };
      return { call: 'networks/list-coin', fields: { ...place, ...Object.fromEntries(terms) } };
    }
    default:
      return null;
  }
}

/** A term by its name, or whether a way is open. */
function settingOf(place: { readonly coin: string; readonly network: string }, field: string, value: string) {
  if (WAYS.includes(field)) {
    const call = WAY_ACTS[value];
    return call === undefined ? null : { call, fields: { ...place, way: field } };
  }
  const term = COIN_TERM_NAMES.find((name) => COIN_TERMS[name].parameter === field);
  return term === undefined ? null : { call: 'networks/set-terms', fields: { ...place, [term]: value } };
}

async function list(): Promise<number> {
  const { dataDir } = readConfig(process.env);
  const server: Server | null = await connectToServer(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    const rows = await server.ask('funding/list-networks', null);
    const watched = new Map(rows.filter(({ isWatched }) => isWatched).map((row) => [row.network, row]));
    for (const { network, confirmations } of watched.values())
      sayTerm({ coin: '-', network }, 'confirmations', String(confirmations));
    for (const row of rows) sayCoin(row);
    return EXIT.ok;
  } finally {
    server.close();
  }
}

function sayCoin(row: NetworkCoin): void {
  const way = (isOpen: boolean): string => (isOpen ? 'open' : 'closed');
  if (row.contract !== null) sayTerm(row, 'contract', row.contract);
  for (const term of COIN_TERM_NAMES) sayTerm(row, COIN_TERMS[term].parameter, row[term]);
  sayTerm(row, 'withdrawals', way(row.withdrawals));
  if (row.isWatched) sayTerm(row, 'deposits', way(row.deposits));
}

function sayTerm({ coin, network }: Pick<NetworkCoin, 'coin' | 'network'>, field: string, value: string) {
  say(`${coin.padEnd(WIDTHS.coin)}${network.padEnd(WIDTHS.network)}${field.padEnd(WIDTHS.field)}${value}`);
}
