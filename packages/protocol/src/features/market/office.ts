/** Coins and pairs in the back office. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { flag, nothing, timeMs, whole } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';

const pair = {
  /** Its coins in capitals, such as 'BTC/USDT'. */
  pair: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2,10}\/[A-Z0-9]{2,10}$/, 'a pair such as BTC/USDT'),
};
const on = { on: whole(1, Number.MAX_SAFE_INTEGER) };

export const PAIR_STATES = ['trading', 'cancel-only', 'halted', 'delisted'] as const;
const officePair = z.object({
  pair: z.string(),
  state: z.enum(PAIR_STATES),
  opensTime: timeMs.nullable(),
  delistsTime: timeMs.nullable(),
  lastPrice: z.string().nullable(),
  /** Of the base order terms: in the quote coin. */
  minimum: z.string(),
  maximum: z.string(),
  /** In percent. */
  makerFee: z.string(),
  takerFee: z.string(),
  band: z.string(),
  maxOrders: z.number().int(),
  /** Whether the platform's market maker quotes it. */
  isMade: z.boolean(),
});
export type OfficePair = z.output<typeof officePair>;

const getPairs = defineOperatorCall({
  name: 'markets/get-pairs',
  path: '/markets/getPairs',
  permission: 'markets/look',
  isLogged: false,
  summary: 'Every pair with its state and terms',
  input: nothing,
  data: z.object({ pairs: z.array(officePair) }),
});
const haltPair = defineOperatorAct({
  name: 'markets/halt-pair',
  path: '/markets/haltPair',
  section: 'markets',
  people: 1,
  summary: 'Stops trading in a pair at once',
  input: z.object({
    ...pair,
    /** Whether orders can still be cancelled. */
    cancelOnly: flag,
  }),
});
const resumePair = defineOperatorAct({
  name: 'markets/resume-pair',
  path: '/markets/resumePair',
  section: 'markets',
  people: 1,
  summary: 'Lets a pair trade',
  input: z.object(pair),
});
const openPair = defineOperatorAct({
  name: 'markets/open-pair',
  path: '/markets/openPair',
  section: 'markets',
  people: 1,
  summary: 'Names or moves the time at which a halted pair opens',
  input: z.object({ ...pair, ...on }),
});
const delistPair = defineOperatorAct({
  name: 'markets/delist-pair',
  path: '/markets/delistPair',
  section: 'markets',
  people: 2,
  summary: 'Gives notice that a pair ends for good at a time',
  input: z.object({ ...pair, ...on }),
});
const keepPair = defineOperatorAct({
  name: 'markets/keep-pair',
  path: '/markets/keepPair',
  section: 'markets',
  people: 1,
  summary: 'Takes the notice of a pair back',
  input: z.object(pair),
});

export const calls = [getPairs, haltPair, resumePair, openPair, delistPair, keepPair] as const;
/** Empty: the acts answer with refusals of all calls. */
export const refusals = {};
