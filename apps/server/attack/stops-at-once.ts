/** One tick reaches 160,000 stops, all within the published limits, on PostgreSQL. */
import { SELL_SIDE, startStopsWorld, type StopsWorld } from './stops-world.ts';
import type { Attack } from './attack.ts';
import { quantile, sleep } from './measuring.ts';
import { findPostgresBinaries } from '../test/postgres.ts';

const USERS = 800;
const STOPS_OF_A_USER = 200;
const WORK_MS_MAX = 30_000;
const ORDER_MS_MAX = 1_000;
const ORDER_EVERY_MS = 20;

export const stopsAtOnce: Attack = {
  name: 'stops-at-once',
  inVersion010: 'the tick could not be committed; every restart met it again',
  requirement: 'no restart; done in 30 s; orders of others answered within 1 s',
  isInShort: true,
  run: async ({ isShort }) => {
    if (findPostgresBinaries() === null)
      return { figure: 'no PostgreSQL on this machine', isMet: false, isSkipped: true };
    const world = await startStopsWorld({ users: isShort ? 20 : USERS, stopsOfAUser: STOPS_OF_A_USER });
    try {
      return await fire(world, isShort);
    } finally {
      await world.stop();
    }
  },
};

async function fire(world: StopsWorld, isShort: boolean) {
  const waits: number[] = [];
  const end = new AbortController();
  const others = (async (): Promise<void> => {
    while (!end.signal.aborted) {
      const startMs = performance.now();
      await world.order(SELL_SIDE);
      waits.push(performance.now() - startMs);
      await sleep(ORDER_EVERY_MS);
    }
  })();
  const startMs = performance.now();
  await world.fall();
  const workMs = performance.now() - startMs;
  end.abort();
  await others;
  const [p99, worst] = [quantile(waits, 0.99), Math.max(...waits)];
  const isQuick = workMs <= WORK_MS_MAX && worst <= ORDER_MS_MAX;
  return {
    figure: `${world.fired()} of ${world.placed} fired in ${(workMs / 1000).toFixed(1)} s, ${world.fatals.length} ends; ${waits.length} orders of others: p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
    isMet: world.fatals.length === 0 && world.fired() === world.placed && (isShort || isQuick),
  };
}
