/** Networks, and coins on them, in the back office. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { blankIsAbsent, coin, decimal, nothing, optionalDecimal, plainText } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';

/** Ways on which a coin is open or closed at a network. */
export const NETWORK_WAYS = ['deposits', 'withdrawals'] as const;
export type NetworkWay = (typeof NETWORK_WAYS)[number];

const network = { network: z.string().trim().toUpperCase().min(1).max(10) };
const place = { coin, ...network };
const onWay = { ...place, way: z.enum(NETWORK_WAYS) };

const networkCoin = z.object({
  coin: z.string(),
  network: z.string(),
  /** Whether deposits are seen on the chain; otherwise they come by voucher. */
  isWatched: z.boolean(),
  /** Null: the network's own coin. */
  contract: z.string().nullable(),
  deposits: z.boolean(),
  withdrawals: z.boolean(),
  minimumDeposit: z.string(),
  withdrawalFee: z.string(),
  withdrawalMinimum: z.string(),
  withdrawalMaximum: z.string(),
  /** Of deposits that are seen from now on. */
  confirmations: z.number().int(),
});
export type NetworkCoin = z.output<typeof networkCoin>;

const getAll = defineOperatorCall({
  name: 'networks/get-all',
  path: '/networks/getAll',
  permission: 'markets/look',
  isLogged: false,
  summary: 'Every coin on every network with its terms, and whether it is open there',
  input: nothing,
  data: z.object({
    coins: z.array(networkCoin),
    /** All of them, also those without a coin. */
    networks: z.array(z.string()),
  }),
});
const openCoin = defineOperatorAct({
  name: 'networks/open-coin',
  path: '/networks/openCoin',
  section: 'markets',
  people: 1,
  summary: 'Opens deposits or withdrawals of a coin on a network',
  input: z.object(onWay),
});
const closeCoin = defineOperatorAct({
  name: 'networks/close-coin',
  path: '/networks/closeCoin',
  section: 'markets',
  people: 1,
  summary: 'Closes deposits or withdrawals of a coin on a network; what is under way goes on',
  input: z.object(onWay),
});
const setTerms = defineOperatorAct({
  name: 'networks/set-terms',
  path: '/networks/setTerms',
  section: 'markets',
  people: 2,
  refusals: ['operators/not-in-force'],
  summary: 'Sets the fee and the bounds of a coin on a network; what is absent stays',
  input: z.object({
    ...place,
    minimumDeposit: optionalDecimal,
    withdrawalFee: optionalDecimal,
    withdrawalMinimum: optionalDecimal,
    withdrawalMaximum: optionalDecimal,
  }),
});
const setConfirmations = defineOperatorAct({
  name: 'networks/set-confirmations',
  path: '/networks/setConfirmations',
  section: 'markets',
  people: 2,
  summary: 'Sets after how many blocks deposits of a network can be traded',
  input: z.object({ ...network, confirmations: plainText }),
});
const listCoin = defineOperatorAct({
  name: 'networks/list-coin',
  path: '/networks/listCoin',
  section: 'markets',
  people: 2,
  refusals: ['operators/not-in-force'],
  summary: 'Lists a coin on a network by the contract of its token',
  input: z.object({
    ...place,
    contract: z.string().trim().min(1).max(128),
    /** What the contract calls itself, which is confirmed where it is not the coin's code. */
    symbol: blankIsAbsent(z.string().trim().max(64).optional()),
    minimumDeposit: decimal,
    withdrawalFee: decimal,
    withdrawalMinimum: decimal,
    withdrawalMaximum: decimal,
  }),
});

export const calls = [getAll, openCoin, closeCoin, setTerms, setConfirmations, listCoin] as const;
/** Empty: the acts answer with refusals of all calls, and of the back office. */
export const refusals = {};
