/**
 * Terms of seconds contracts in the back office: durations with their profit, and limits. Nothing
 * here is a price, and no result can be set.
 */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { decimal, nothing, optionalDecimal } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';

const DURATIONS_MAX = 20;
const duration = {
  seconds: decimal,
  /** In percent of the stake. */
  profit: decimal,
  /** In the coin of stakes. */
  minStake: decimal,
  maxStake: decimal,
};
const shown = z.object({
  seconds: z.string(),
  profit: z.string(),
  minStake: z.string(),
  maxStake: z.string(),
});
export type OfficeDuration = z.output<typeof shown>;

const pairTerms = z.object({
  pair: z.string(),
  /** Open contracts of one person at most. */
  maxPositions: z.string(),
  /** Open stakes of one person at most, and of all; '0': no limit. */
  maxUserStake: z.string(),
  maxOpenStake: z.string(),
  /** Open stakes of all now. */
  openStake: z.string(),
});
export type OfficeContractPair = z.output<typeof pairTerms>;

const getTerms = defineOperatorCall({
  name: 'products/get-contract-terms',
  path: '/products/getContractTerms',
  permission: 'products/look',
  isLogged: false,
  summary: 'Durations of seconds contracts, and limits and open stakes of each pair',
  input: nothing,
  data: z.object({
    coin: z.string(),
    /** Those of all pairs. */
    durations: z.array(shown),
    pairs: z.array(pairTerms),
    /** Pairs without contracts, on which they could begin. */
    others: z.array(z.string()),
  }),
});
const setDurations = defineOperatorAct({
  name: 'products/set-durations',
  path: '/products/setDurations',
  section: 'products',
  people: 2,
  summary: 'Replaces the durations of seconds contracts on all pairs, for contracts from then on',
  input: z.object({ durations: z.array(z.strictObject(duration)).min(1).max(DURATIONS_MAX) }),
});
const setLimits = defineOperatorAct({
  name: 'products/set-limits',
  path: '/products/setLimits',
  section: 'products',
  people: 2,
  summary: 'Sets limits of a pair for seconds contracts; what is absent stays; all of them begin contracts',
  input: z.object({
    /** Such as 'BTC/USDT'. */
    pair: z.string().trim().toUpperCase().max(30),
    maxPositions: optionalDecimal,
    /** 0: no limit. */
    maxUserStake: optionalDecimal,
    maxOpenStake: optionalDecimal,
  }),
});

export const calls = [getTerms, setDurations, setLimits] as const;
/** Empty: the acts answer with refusals of all calls. */
export const refusals = {};
