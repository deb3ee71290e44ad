/** What an order costs the servers of the checkouts, in CPU time, beside a bare echo. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPlayer, type Kind, type Measured, type RunningPlayer } from '../api/measure.ts';
import { nodeOf } from './checkout.ts';
import type { Figure } from './figures.ts';
import type { Turns } from './turns.ts';

const CONNECTIONS = 64;
const TURN_SECONDS = 1;
/**
 * Of each server before the first turn that counts: V8 compiles the path of an order anew after
 * some 15,000 of them, which then cost up to ten times as much. Not a time, in which a busy machine
 * would take one server past that and the other not.
 */
const WARM_UP_REQUESTS = 30_000;
/** Of a second each: a server that is slower than that counts as it is. */
const WARM_UP_TURNS_MAX = 40;
const FIGURES_OF = {
  none: { main: 'noneMain', all: 'noneAll' },
  postgres: { main: 'postgresMain', all: 'postgresAll' },
  embedded: { main: 'embeddedMain', all: 'embeddedAll' },
} as const satisfies Readonly<Record<Exclude<Kind, 'echo'>, Readonly<Record<'main' | 'all', Figure>>>>;
export type Server = keyof typeof FIGURES_OF;
export const SERVERS = Object.keys(FIGURES_OF) as readonly Server[];

/**
 * Compiled modules, one folder for each checkout: stripping types in the process would slow it for
 * good (HACKING, Traps).
 */
const CACHES = fs.mkdtempSync(path.join(tmpdir(), 'glasshouse-speed-modules-'));
process.once('exit', () => fs.rmSync(CACHES, { recursive: true, force: true }));

/** Of one server, over all its turns of a round. */
interface Spent {
  requests: number;
  mainUs: number;
  allUs: number;
}

/**
 * One round: a new process of each checkout, and of the echo, which take turns under the same load.
 * All turns together make one sample, so that a turn in which the machine was busy with something
 * else, and few requests got through, weighs little.
 */
export async function measureOrders(
  turns: Turns,
  { kind, here, seconds }: { readonly kind: Server; readonly here: string; readonly seconds: number },
): Promise<void> {
  const players: RunningPlayer[] = [];
  const start = async (kind: Kind, tree: string): Promise<RunningPlayer> => {
    const env = { NODE_COMPILE_CACHE: path.join(CACHES, encodeURIComponent(tree)) };
    const player = await startPlayer({ kind, tree }, { env, node: nodeOf(tree) });
    players.push(player);
    return player;
  };
  try {
    const echo = await start('echo', here);
    const servers = new Map<string, RunningPlayer>();
    for (const tree of turns.next()) servers.set(tree, await start(kind, tree));
    await warmUp(players);
    const spent = new Map(players.map((player) => [player, nothing()]));
    for (let played = 0; played < seconds; played += TURN_SECONDS)
      for (const player of [echo, ...turns.next().map((tree) => servers.get(tree)!)])
        add(spent.get(player)!, await playTurn(player));
    const unit = spent.get(echo)!;
    const echoUs = turns.noteUnit('echo', unit.allUs / unit.requests);
    for (const [tree, player] of servers) {
      const { requests, mainUs, allUs } = spent.get(player)!;
      turns.note(tree, FIGURES_OF[kind].main, mainUs / requests / echoUs);
      turns.note(tree, FIGURES_OF[kind].all, allUs / requests / echoUs);
    }
  } finally {
    for (const { end } of players) await end();
  }
}

/** In turns too, so that none has stood still for long when the first turn counts. */
async function warmUp(players: readonly RunningPlayer[]): Promise<void> {
  const requests = new Map(players.map((player) => [player, 0]));
  for (let turn = 0; turn < WARM_UP_TURNS_MAX; turn++) {
    if ([...requests.values()].every((served) => served >= WARM_UP_REQUESTS)) return;
    for (const player of players)
      requests.set(player, requests.get(player)! + (await playTurn(player)).requests);
  }
}

const playTurn = ({ play }: RunningPlayer): Promise<Measured> =>
  play({ connections: CONNECTIONS, seconds: TURN_SECONDS });

const nothing = (): Spent => ({ requests: 0, mainUs: 0, allUs: 0 });

function add(spent: Spent, { requests, mainUs, threadsUs, postgresUs }: Measured): void {
  spent.requests += requests;
  spent.mainUs += mainUs * requests;
  spent.allUs += (mainUs + threadsUs + postgresUs) * requests;
}
