/**
 * Who may open a WebSocket: the route of its path, its target, host, origin and handshake, the rate
 * of new ones per network, and a slot, if need be from another connection.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '@glasshouse/protocol';
import type { ClientAddresses } from '../http/client-address.ts';
import { REQUEST_LIMITS } from '../http/edge-limits.ts';
import { statusOf } from '../http/envelope.ts';
import { invalidField } from '../http/invalid-input.ts';
import type { OwnAddresses } from '../http/origin.ts';
import { answerSocket } from '../http/raw-answer.ts';
import { pathOf, refuseTarget } from '../http/target.ts';
import { TokenBuckets } from '../http/token-buckets.ts';
import type { Contain } from '../process/containment.ts';
import type { StreamSlots } from './stream-slots.ts';

/** A request for a WebSocket that may have it. Its slot is free until the route takes it. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly network: string;
}

/** WebSockets of one kind. */
export interface UpgradeRoute {
  /** Whether refusals are errors of the trading API. */
  readonly isForPrograms: boolean;
  takes(path: string): boolean;
  /** What else it does not take; null if nothing. */
  refusal?(request: IncomingMessage): Refusal | null;
  accept(upgrade: Upgrade): void;
}

export interface UpgradeOptions {
  readonly slots: StreamSlots;
  readonly addresses: ClientAddresses;
  readonly own: OwnAddresses;
  readonly contain: Contain;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rateFactor: number;
}

interface Refused {
  readonly status: number;
  readonly refusal: Refusal;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Upgrades {
  readonly #options: UpgradeOptions;
  readonly #opened: TokenBuckets<string>;
  readonly #stops: (() => void)[] = [];

  constructor(options: UpgradeOptions) {
    this.#options = options;
    const { burst, perSecond } = REQUEST_LIMITS.streams;
    const { rateFactor } = options;
    this.#opened = new TokenBuckets({ burst: burst * rateFactor, perSecond: perSecond * rateFactor });
  }

  listen(server: Server, routes: readonly UpgradeRoute[]): void {
    const { addresses, contain, headers, own } = this.#options;
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      const network = addresses.networkOf(request);
      const path = pathOf(request.url ?? '');
      const route = routes.find((one) => one.takes(path));
      if (route === undefined)
        return answerSocket(socket, { status: 404, refusal: { error: 'request/unknown-route' }, headers });
      const refused = refuseUpgrade(request, own) ?? refusedBy(route, request) ?? this.#takeSlot(network);
      if (refused === null) return route.accept({ request, socket, head, network });
      const { isForPrograms } = route;
      answerSocket(socket, { ...refused, headers: { ...headers, ...refused.headers }, isForPrograms });
    };
    const contained = contain('an upgrade to a stream', onUpgrade, (_request, socket) => socket.destroy());
    server.on('upgrade', contained);
    this.#stops.push(() => server.off('upgrade', contained));
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** Makes room for a new client, if need be. Returns the reason if there is none. */
  #takeSlot(network: string): Refused | null {
    const left = this.#opened.take(network);
    if (left < 0) return tooMany(-left);
    const { refusal, leaver } = this.#options.slots.decide(network);
    if (refusal === 429) return tooMany(REFUSED_AGAIN_S);
    if (refusal === 503)
      return {
        status: 503,
        refusal: { error: 'request/busy' },
        headers: { 'retry-after': String(REFUSED_AGAIN_S) },
      };
    leaver?.giveWay();
    return null;
  }
}

/** The refusal, or null. A page of another site must not read the stream with a user's browser. */
function refuseUpgrade(request: IncomingMessage, own: OwnAddresses): Refused | null {
  const { method, headers, socket } = request;
  const refusal = refuseTarget(request);
  if (refusal !== null) return { status: statusOf(refusal), refusal };
  const { localAddress } = socket;
  if (!own.ownsHost(headers.host, localAddress)) return { status: statusOf(WRONG_HOST), refusal: WRONG_HOST };
  if (!own.ownsOrigin(headers, localAddress, 'stream'))
    return { status: 403, refusal: invalidField('Origin', 'not our own site') };
  // Nobody loses a slot to a handshake that fails.
  const field = brokenPartOf(method, headers);
  return field === null ? null : { status: 400, refusal: invalidField(field, 'is no WebSocket handshake') };
}

function refusedBy(route: UpgradeRoute, request: IncomingMessage): Refused | null {
  const refusal = route.refusal?.(request) ?? null;
  return refusal === null ? null : { status: 400, refusal };
}

/** The part of a handshake (RFC 6455, 4.2.1) that is not as it should be, or null. */
function brokenPartOf(method: string | undefined, headers: IncomingMessage['headers']): string | null {
  if (method !== 'GET') return 'method';
  if (headers['sec-websocket-version'] !== '13') return 'Sec-WebSocket-Version';
  return HANDSHAKE_KEY.test(headers['sec-websocket-key'] ?? '') ? null : 'Sec-WebSocket-Key';
}

/** 16 bytes in base64. */
const HANDSHAKE_KEY = /^[+/0-9A-Za-z]{22}==$/;

const WRONG_HOST: Refusal = { error: 'request/wrong-host', field: 'Host' };

const REFUSED_AGAIN_S = 10;

function tooMany(seconds: number): Refused {
  return {
    status: 429,
    refusal: { error: 'request/too-many' },
    headers: { 'retry-after': String(seconds) },
  };
}
