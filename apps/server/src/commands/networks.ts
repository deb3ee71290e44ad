/**
 * `npx glasshouse networks`: asks the running server for the terms of networks, to set one, or to
 * list a coin on a network.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { LISTING_TERMS, type AskedListing } from '../features/funding/coin-listing.ts';
import type { ConfirmationsChange, NetworkChange } from '../features/funding/network-terms.ts';
import type { networkCommands } from '../features/funding/operating-commands.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';

const USAGE = usageOf('networks');
const WIDTHS = { coin: 11, network: 8, field: 20 } as const;

type Server = RunningServer<ReturnType<typeof networkCommands>>;
type Given = Readonly<Record<string, string | boolean | undefined>>;
/** Asks the server; resolves to the exit code. */
type Act = (server: Server) => Promise<number>;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string', default: '' },
      ...Object.fromEntries(LISTING_TERMS.map((name) => [name, { type: 'string' } as const])),
      symbol: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  });
  const act = actOf(positionals, values);
  if (act === null) throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server: Server | null = await connectToServer(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    return await act(server);
  } finally {
    server.close();
  }
});

/** What was asked for; null if it is none of the usages. */
function actOf([verb, ...args]: readonly string[], given: Given): Act | null {
  if (verb === 'list') return args.length === 0 ? list : null;
  const operator = operatorOf(typeof given['by'] === 'string' ? given['by'] : '');
  if (operator === null && args.length > 0) throw new Error(NO_OPERATOR);
  if (operator === null) return null;
  const [first = '', second = '', third = '', value = ''] = args;
  switch (`${verb} of ${args.length}`) {
    case 'set of 4':
      return (server) => set(server, { coin: first, network: second, field: third, value, operator });
    case 'set-confirmations of 2':
      return (server) => setConfirmations(server, { network: first, value: second, operator });
    case 'list-coin of 3': {
      const asked = { coin: first, network: second, contract: third, ...listingOf(given) };
      return (server) => listCoin(server, asked, { operator, isTrial: given['dry-run'] === true });
    }
    default:
      return null;
  }
}

function listingOf(given: Given): Pick<AskedListing, 'terms' | 'symbol'> {
  const terms = LISTING_TERMS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]));
  const symbol = typeof given['symbol'] === 'string' ? given['symbol'] : null;
  return { terms: Object.fromEntries(terms) as AskedListing['terms'], symbol };
}

async function set(server: Server, asked: NetworkChange): Promise<number> {
  const { coin, network, field, value } = asked;
  const { problem } = await server.ask('funding/set-network', asked);
  return told(problem, `${field} of ${coin} on ${network} is ${value} now.`);
}

async function setConfirmations(server: Server, asked: ConfirmationsChange): Promise<number> {
  const { problem } = await server.ask('funding/set-confirmations', asked);
  const { network, value } = asked;
  return told(problem, `Deposits on ${network} that are seen from now on need ${value} blocks.`);
}

function told(problem: string | null, done: string): number {
  say(problem ?? done);
  return problem === null ? EXIT.ok : EXIT.breach;
}

async function list(server: Server): Promise<number> {
  for (const row of await server.ask('funding/list-networks', null))
    say(
      `${(row.coin || '-').padEnd(WIDTHS.coin)}${row.network.padEnd(WIDTHS.network)}${row.field.padEnd(WIDTHS.field)}${row.value}`,
    );
  return EXIT.ok;
}

async function listCoin(
  server: Server,
  asked: AskedListing,
  { operator, isTrial }: { readonly operator: string; readonly isTrial: boolean },
): Promise<number> {
  const { problem, summary } = isTrial
    ? await server.ask('funding/plan-coin', asked)
    : await server.ask('funding/list-coin', { ...asked, operator });
  for (const line of summary) say(line);
  return told(problem, isTrial ? 'Nothing was done.' : `${asked.coin} is on ${asked.network} now.`);
}
