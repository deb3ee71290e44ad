/**
 * The methods of /ws-api/v3 that are no endpoints: logon, subscriptions to the account's events,
 * batches. `order.batch`, `after`, `seq` and `isWhole` are ours.
 */
import * as z from 'zod';
import { whole } from './fields.ts';

export interface SocketMethod {
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly result: z.ZodType;
}

/** What a request is signed with over a socket. */
export const SOCKET_SIGNED = {
  apiKey: z.string(),
  timestamp: whole,
  recvWindow: z.number().min(0).max(60_000).optional(),
  signature: z.string(),
} as const;

const status = z.strictObject({
  /** Only the logon itself repeats it. */
  apiKey: z.string().nullable(),
  authorizedSince: whole.nullable(),
  connectedSince: whole,
  returnRateLimits: z.boolean(),
  serverTime: whole,
  userDataStream: z.boolean(),
});
const nothing = z.strictObject({});
const subscribed = z.strictObject({
  subscriptionId: whole,
  /** The number of the last event before those that follow. */
  seq: whole,
  /** Whether all events after `after` follow. */
  isWhole: z.boolean(),
});
/** The number of the last event that the program has seen. */
const after = whole.optional();
/** An answer of one request of a batch. */
const part = z.looseObject({ status: whole });
const BATCHED = ['order.place', 'order.cancel', 'order.cancelReplace', 'order.amend.keepPriority'] as const;
export type BatchedMethod = (typeof BATCHED)[number];

export const SOCKET_METHODS = {
  'session.logon': {
    summary: 'Binds the key to the connection: later requests need neither key, time nor signature',
    params: z.strictObject({ ...SOCKET_SIGNED, returnRateLimits: z.boolean().optional() }),
    result: status,
  },
  'session.status': { summary: 'Whether the connection has logged on', params: nothing, result: status },
  'session.logout': { summary: 'Ends the logon and its subscriptions', params: nothing, result: status },
  'session.subscriptions': {
    summary: 'The subscriptions of the connection',
    params: nothing,
    result: z.array(z.strictObject({ subscriptionId: whole })),
  },
  'userDataStream.subscribe': {
    summary: 'Sends the events of the account from now on, or from after an event',
    params: z.strictObject({ after }),
    result: subscribed,
  },
  'userDataStream.subscribe.signature': {
    summary: 'The same for a signed request, without a logon',
    params: z.strictObject({ after, ...SOCKET_SIGNED }),
    result: subscribed,
  },
  'userDataStream.unsubscribe': {
    summary: 'Ends a subscription, or all of the connection',
    params: z.strictObject({ subscriptionId: whole.optional() }),
    result: nothing,
  },
  'order.batch': {
    summary: 'Runs requests in their order, and answers them together or each when it is on disk',
    params: z.strictObject({
      requests: z
        .array(z.strictObject({ method: z.enum(BATCHED), params: z.looseObject({}) }))
        .min(1)
        .max(200),
      answers: z.enum(['together', 'singly']).optional(),
    }),
    result: z.union([z.array(part), z.strictObject({ answered: whole })]),
  },
} as const satisfies Record<string, SocketMethod>;

type Methods = typeof SOCKET_METHODS;
/** What a socket answers to one of its own methods. */
export type SocketResult<M extends keyof Methods> = z.output<Methods[M]['result']>;
