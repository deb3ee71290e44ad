/** Coins and pairs in the back office. No field of theirs is a price or an outcome. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import {
  blankIsAbsent,
  flag,
  nothing,
  optionalDecimal,
  optionalWhole,
  plainText,
  timeMs,
  whole,
} from '../../fields.ts';
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

const COIN_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} .'&-]{0,38}[\p{L}\p{N}.])?$/u;

export const PAIR_STATES = ['trading', 'cancel-only', 'halted', 'delisted'] as const;
/** How the platform's market maker quotes a pair, as it is written. */
const makerTerms = z.object({
  /** Half of its spread, in percent. */
  spread: z.string(),
  /** Quotes on each side. */
  levels: z.string(),
  /** Value of the first quote in the quote coin; 0: as usual. */
  size: z.string(),
  /** Of the base coin: what it does not sell, and above what it does not buy (0: no bound). */
  keep: z.string(),
  most: z.string(),
  /** How far it leans against what it holds, in percent. */
  skew: z.string(),
  /** It steps aside while others show so much of the quote coin on each side; 0: never. */
  aside: z.string(),
});
export type OfficeMakerTerms = z.output<typeof makerTerms>;

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
  marketBand: z.string(),
  maxOrders: z.number().int(),
  /** Whether the platform's market maker quotes it. */
  isMade: z.boolean(),
  /** Null: no market maker quotes here. */
  maker: makerTerms.nullable(),
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

/** Decimals that say what the numbers of orders and prices mean: they never change. */
const fixedTerms = { priceDecimals: plainText, lotDecimals: plainText, indexDecimals: plainText };
/** Amounts in the quote coin, fees and bands in percent. */
const pairTerms = {
  minimum: optionalDecimal,
  maximum: optionalDecimal,
  makerFee: optionalDecimal,
  takerFee: optionalDecimal,
  band: optionalDecimal,
  marketBand: optionalDecimal,
  maxOrders: optionalDecimal,
};
const listCoin = defineOperatorAct({
  name: 'markets/list-coin',
  path: '/markets/listCoin',
  section: 'markets',
  people: 1,
  summary: 'Lists a coin: it has a code, a name and decimals for ever',
  input: z.object({
    code: z
      .string()
      .trim()
      .regex(/^[A-Z0-9]{2,10}$/, '2 to 10 capital letters or digits'),
    name: z.string().trim().regex(COIN_NAME, "1 to 40 letters, digits, spaces or . ' & -"),
    decimals: whole(0, 12),
  }),
});
const listPair = defineOperatorAct({
  name: 'markets/list-pair',
  path: '/markets/listPair',
  section: 'markets',
  people: 2,
  summary: 'Lists a pair, halted until it is resumed or its time comes',
  input: z.object({
    ...pair,
    ...fixedTerms,
    ...pairTerms,
    minimum: plainText,
    maximum: plainText,
    /** When it opens; absent: when it is resumed. */
    opens: optionalWhole(1, Number.MAX_SAFE_INTEGER),
  }),
});
const setTerms = defineOperatorAct({
  name: 'markets/set-terms',
  path: '/markets/setTerms',
  section: 'markets',
  people: 2,
  summary: 'Sets fees, bounds and bands of a pair for orders from then on; what is absent stays',
  input: z.object({ ...pair, ...pairTerms }),
});
const setMaker = defineOperatorAct({
  name: 'markets/set-maker',
  path: '/markets/setMaker',
  section: 'markets',
  people: 2,
  summary: "Sets how the platform's market maker quotes a pair; what is absent stays",
  input: z.object({
    ...pair,
    isOn: blankIsAbsent(flag.optional()),
    spread: optionalDecimal,
    levels: optionalDecimal,
    size: optionalDecimal,
    keep: optionalDecimal,
    most: optionalDecimal,
    skew: optionalDecimal,
    aside: optionalDecimal,
  }),
});

export const calls = [
  getPairs,
  haltPair,
  resumePair,
  openPair,
  delistPair,
  keepPair,
  listCoin,
  listPair,
  setTerms,
  setMaker,
] as const;
/** Empty: the acts answer with refusals of all calls. */
export const refusals = {};
