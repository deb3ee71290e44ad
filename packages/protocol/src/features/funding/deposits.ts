/** Deposits from chains: addresses, and transfers that are not credited yet. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { amount, coin, nothing, timeMs } from '../../fields.ts';

/**
 * A transfer to an address of the user that the watcher has seen. Once it has its confirmations it
 * is credited, and a deposit row continues it.
 */
export const arrivalRow = z.object({
  kind: z.literal('arrival'),
  /** Chain, transaction and output; never changes. */
  id: z.string(),
  /** When it was first seen. */
  time: timeMs,
  /** When its status changed. */
  updateTime: timeMs,
  currency: z.string(),
  chain: z.string(),
  /** The amount that will be credited. */
  amount,
  txid: z.string(),
  /** The confirmations so far, and the number needed for the credit. */
  confirmations: z.number().int(),
  needed: z.number().int(),
  /**
   * `gone`: its block has left the chain; it may come back. `below-minimum` is not credited,
   * `review` only by an operator.
   */
  status: z.enum(['confirming', 'credited', 'gone', 'below-minimum', 'review']),
});
export type ArrivalRow = z.output<typeof arrivalRow>;

const depositChain = z.object({
  chain: z.string(),
  /** Whether users can get an address on this chain. */
  isOpen: z.boolean(),
  /**
   * `up`: up to date; `behind`: catching up; `down`: no node answers, or too few agree; `halted`:
   * the chain has taken back what was credited, and a person has to look; `closed`: not watched.
   * Deposits wait and are not lost.
   */
  state: z.enum(['up', 'behind', 'down', 'halted', 'closed']),
  stateTime: timeMs,
  /** The height of the last block that the watcher has processed. */
  height: z.number().int().nullable(),
  confirmations: z.number().int(),
  /** The recent average time between two blocks, in milliseconds; null while unknown. */
  blockTime: z.number().int().nullable(),
  /** A simulated chain of the demo, whose coins are worthless. */
  simulated: z.boolean(),
  coins: z.array(
    z.object({
      currency: z.string(),
      /** Whether deposits of the coin are open here. What arrives all the same is credited. */
      isOpen: z.boolean(),
      minDeposit: amount,
      /** The amount of one transfer of test coins; null if the chain gives none. */
      testAmount: amount.nullable(),
    }),
  ),
});
export type DepositChain = z.output<typeof depositChain>;

const chain = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{2,10}$/, 'not a chain')
  .transform((text) => text.toUpperCase());

const getDepositChains = defineCall({
  name: 'funding/get-deposit-chains',
  path: '/funding/getDepositChains',
  access: 'user',
  summary: 'The chains with their coins, smallest deposits and confirmations, and how they are',
  input: nothing,
  data: z.object({ list: z.array(depositChain) }),
});
const getDepositAddress = defineCall({
  name: 'funding/get-deposit-address',
  grows: 'funding',
  path: '/funding/getDepositAddress',
  access: 'user',
  refusals: ['funding/deposits-closed', 'wallet/chain-unknown'],
  summary: "The user's own address on a chain, for ever the same. The first call makes it",
  input: z.object({ chain }),
  data: z.object({ chain: z.string(), address: z.string() }),
});
const getArrivals = defineCall({
  name: 'funding/get-arrivals',
  path: '/funding/getArrivals',
  access: 'user',
  summary: 'Transfers that were seen and are not credited yet, newest first',
  input: nothing,
  data: z.object({ list: z.array(arrivalRow) }),
});
const receiveTestCoins = defineCall({
  name: 'funding/receive-test-coins',
  grows: 'funding',
  path: '/funding/receiveTestCoins',
  access: 'user',
  refusals: [
    'funding/deposits-closed',
    'funding/coin-not-on-chain',
    'funding/no-test-coins',
    'funding/too-many-test-coins',
    'wallet/chain-unknown',
  ],
  summary: "Sends test coins to the user's own address on a simulated chain. Demo only",
  input: z.object({ chain, currency: coin }),
  data: z.object({ txid: z.string(), amount }),
});

export const depositCalls = [getDepositChains, getDepositAddress, getArrivals, receiveTestCoins] as const;
