/**
 * Floods of the largest public reply: pipelined, one at a time, from thousands of connections, and
 * never read.
 */
import type { Attack } from './attack.ts';
import { addressOf } from './measuring.ts';
import { countOf, rawRequest, type RequestFlood } from './flood.ts';
import {
  areTicksWhole,
  callsFigure,
  feelFlood,
  MEGABYTES_MAX,
  SLOWER_MAX,
  slowdownOf,
  ticksFigure,
} from './under-flood.ts';

/** The largest page of both this version and the older one. */
const getTicks = rawRequest('/bb/app/market/getTicks', { body: '{"size":300}' });
const CONNECTIONS_OF_ONE_ADDRESS = 500;

function flood(connections: number, more: Partial<RequestFlood>): RequestFlood {
  const addresses = Math.max(4, Math.ceil(connections / CONNECTIONS_OF_ONE_ADDRESS));
  return {
    kind: 'requests',
    connections,
    addresses: Array.from({ length: addresses }, (_, index) => addressOf(2, index)),
    requests: [getTicks],
    depth: 1,
    isReading: true,
    ...more,
  };
}

export const pipelinedTicks: Attack = {
  name: 'pipelined-ticks',
  inVersion010: 'no tick for 11 s',
  requirement: 'as subscribe-flood; calls of a user at most 5 times as slow, all answered',
  isInShort: false,
  run: async ({ start }) => {
    const target = await start();
    const felt = await feelFlood(target, flood(60, { depth: 100 }), {
      quietMs: 6_000,
      floodMs: 14_000,
      contracts: 4,
    });
    const isMet = areTicksWhole(felt) && felt.failed === 0 && slowdownOf(felt) <= SLOWER_MAX;
    return { figure: `${ticksFigure(felt)}; ${callsFigure(felt)}`, isMet };
  },
};

export const unreadTicks: Attack = {
  name: 'unread-ticks',
  inVersion010: 'out of memory, the process ended',
  requirement: 'alive, under 1.5 GB, a user served meanwhile and afterwards',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start();
    const felt = await feelFlood(target, flood(90, { depth: 100, isReading: false }), {
      quietMs: 1_000,
      floodMs: isShort ? 6_000 : 30_000,
      contracts: 0,
    });
    return {
      figure: `${felt.isAlive ? 'alive' : 'ENDED'}, ${felt.peakMegabytes} MB, ${callsFigure(felt)}`,
      isMet: felt.isAlive && felt.failed === 0 && felt.peakMegabytes < MEGABYTES_MAX,
    };
  },
};

export const loudNeighbour: Attack = {
  name: 'loud-neighbour',
  inVersion010: 'median of another user 6 to 616 ms',
  requirement: 'median of a user at most 5 times the quiet one',
  isInShort: false,
  run: async ({ start }) => {
    const target = await start();
    const felt = await feelFlood(target, flood(50, {}), { quietMs: 6_000, floodMs: 12_000, contracts: 0 });
    return { figure: callsFigure(felt), isMet: felt.failed === 0 && slowdownOf(felt) <= SLOWER_MAX };
  },
};

export const manyConnections: Attack = {
  name: 'many-connections',
  inVersion010: 'most calls of a user failed',
  requirement: 'all calls of a signed-in user succeed beside 2,200 connections',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start();
    const connections = isShort ? 600 : 2_200;
    const felt = await feelFlood(target, flood(connections, {}), {
      quietMs: 1_000,
      floodMs: isShort ? 6_000 : 15_000,
      contracts: 0,
    });
    const open = `${felt.flood.open} connections, ${countOf(felt.flood, '200')} replies`;
    return { figure: `${callsFigure(felt)}; ${open}`, isMet: felt.isAlive && felt.failed === 0 };
  },
};
