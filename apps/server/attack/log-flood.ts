/** Floods of refused requests, which must not fill the disk with log lines. */
import type { Attack } from './attack.ts';
import { addressOf, sleep } from './measuring.ts';
import { rawRequest, startFlood } from './flood.ts';

const BYTES_A_MINUTE_MAX = 1_000_000;

export const logFlood: Attack = {
  name: 'log-flood',
  inVersion010: '343 MB of log',
  requirement: 'at most 1 MB of log a minute',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start();
    const before = target.logBytes;
    const forged = Array.from({ length: 50 }, (_, n) => `X-Access-Token: forged-${n}\r\n`);
    const flood = (group: number, requests: readonly string[]) =>
      startFlood(target.port, {
        kind: 'requests',
        connections: 100,
        addresses: Array.from({ length: 50 }, (_, index) => addressOf(group, index)),
        requests,
        depth: 10,
        isReading: true,
      });
    const floods = [
      flood(
        6,
        forged.map((headers) => rawRequest('/bb/app/wallet/getAssets', { headers })),
      ),
      flood(
        7,
        forged.map((_, n) => rawRequest(`/bb/app/unknown-${n}`, { body: '{"broken' })),
      ),
    ];
    const floodMs = isShort ? 5_000 : 60_000;
    await sleep(floodMs);
    const counts = await Promise.all(floods.map((each) => each.stop()));
    const answers = counts.flatMap(({ answers }) => Object.values(answers)).reduce((sum, n) => sum + n, 0);
    const perMinute = ((target.logBytes - before) * 60_000) / floodMs;
    return {
      figure: `${(perMinute / 1000).toFixed(0)} kB a minute for ${answers} refusals`,
      isMet: target.isAlive && answers > 0 && perMinute <= BYTES_A_MINUTE_MAX,
    };
  },
};
