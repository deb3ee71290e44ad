/**
 * The sockets of market streams: `/ws/<name>/<name>` with plain events, `/stream?streams=<name>/…`
 * with the names of their streams.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { MarketStreams } from '../../contract/market-streams.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { pathOf } from '../../http/target.ts';
import type { SocketKind } from './program-sockets.ts';
import { answerStreamRequest } from './stream-requests.ts';
import { Listener, SUBSCRIPTION_LIMITS, Subscriptions } from './subscriptions.ts';

const PLAIN = '/ws/';
const COMBINED = '/stream';
/** What some clients append to tell their connections apart, such as `/ws/3`, is no stream. */
const LABEL = /^[\w-]{0,64}$/;

/** Characters of a name that a refusal repeats. */
const NAME_MAX = 64;

export interface MarketStreamOptions {
  readonly streams: MarketStreams;
  /** The time of events. */
  readonly nowMs: () => number;
}

export function marketStreamSockets({ streams, nowMs }: MarketStreamOptions): SocketKind {
  const subscriptions = new Subscriptions(streams);
  return {
    takes: (path) => path.startsWith(PLAIN) || path === COMBINED,
    frames: { burst: 50, perSecond: 10 },
    messageBytes: 16_384,
    refusal: (target) => {
      const asked = askedBy(target);
      if (!('names' in asked)) return asked;
      const unknown = subscriptions.unknownOf(asked.names);
      if (unknown !== null)
        return invalidField('streams', `no stream is called ${unknown.slice(0, NAME_MAX)}`);
      return asked.names.length > SUBSCRIPTION_LIMITS.ofOneSocket
        ? invalidField('streams', `at most ${SUBSCRIPTION_LIMITS.ofOneSocket}`)
        : null;
    },
    open: (socket, target) => {
      const listener = new Listener(socket, pathOf(target) === COMBINED);
      socket.onMessage = (text) => socket.send(answerStreamRequest(text, { listener, subscriptions }));
      socket.onClose = () => subscriptions.remove(listener, listener.names);
      const asked = askedBy(target);
      if ('names' in asked && subscriptions.add(listener, asked.names) !== null) socket.giveWay();
    },
    shutdownEvent: () => JSON.stringify({ e: 'serverShutdown', E: nowMs() }),
  };
}

/** The streams that the handshake names. */
function askedBy(target: string): { readonly names: readonly string[] } | Refusal {
  const path = pathOf(target);
  const query = new URLSearchParams(target.slice(path.length));
  for (const field of query.keys())
    if (field !== 'timeUnit' && !(field === 'streams' && path === COMBINED))
      return invalidField(field.slice(0, NAME_MAX), 'is not a field of this call');
  const unit = query.get('timeUnit') ?? 'MILLISECOND';
  if (unit.toUpperCase() !== 'MILLISECOND') return invalidField('timeUnit', 'one of MILLISECOND');
  if (path !== COMBINED) {
    const text = path.slice(PLAIN.length);
    return { names: LABEL.test(text) ? [] : text.split('/') };
  }
  const streams = query.get('streams') ?? '';
  return { names: streams === '' ? [] : streams.split('/') };
}
