/** 200 streams subscribe to the same expensive channel, 64 times per frame. */
import { IS_NIGHTLY } from '../../../tools/nightly.ts';
import type { Attack } from './attack.ts';
import { addressOf } from './measuring.ts';
import { areTicksWhole, feelFlood, ticksFigure } from './under-flood.ts';

const tickers = Array.from({ length: 64 }, () => 'tickers');

export const subscribeFlood: Attack = {
  name: 'subscribe-flood',
  inVersion010: 'event loop held 12 s; 3 of 4 losing contracts refunded',
  requirement: 'public ticks at most 1.5 s apart and in order; 0 contracts voided or at another tick',
  // It waits for contracts of half a minute; other floods in short do not.
  isInShort: IS_NIGHTLY,
  run: async ({ start, isShort }) => {
    const target = await start();
    const felt = await feelFlood(
      target,
      {
        kind: 'stream',
        sockets: 200,
        addresses: Array.from({ length: 4 }, (_, index) => addressOf(1, index)),
        frames: [
          JSON.stringify({ op: 'subscribe', channels: tickers }),
          JSON.stringify({ op: 'unsubscribe', channels: ['tickers'] }),
        ],
      },
      { quietMs: 1_000, floodMs: isShort ? 6_000 : 14_000, contracts: 4 },
    );
    return { figure: ticksFigure(felt), isMet: felt.isAlive && areTicksWhole(felt) };
  },
};
