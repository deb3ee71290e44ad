/** Opens what the outside world asks: calls, pages, the trading API, the stream. */
import type { Config } from '../config.ts';
import type { MarketStreams } from '../contract/market-streams.ts';
import { RefusedRequests } from '../contract/refused-requests.ts';
import { buildApp } from '../http/app.ts';
import type { DirectCalls } from '../http/direct-calls.ts';
import { GrowthBudget } from '../http/growth-budget.ts';
import type { Listener } from '../http/listener.ts';
import { alwaysHeaders } from '../http/raw-answer.ts';
import type { Mail } from '../mail/mail.ts';
import type { DiskRoom } from '../operating/disk-room.ts';
import { programFigures } from '../operating/figures.ts';
import type { Maintenance } from '../operating/maintenance.ts';
import type { Metrics } from '../operating/metrics.ts';
import type { RunningPipeline } from '../pipeline/start.ts';
import { containment } from '../process/containment.ts';
import { everyMinute } from '../process/every-minute.ts';
import type { Log } from '../process/log.ts';
import { marketStreamSockets } from '../programs/sockets/market-streams.ts';
import { ProgramSockets } from '../programs/sockets/program-sockets.ts';
import { requestSockets } from '../programs/sockets/requests.ts';
import { ProgramDoor, type DoorOptions } from '../programs/door.ts';
import { ProgramRest } from '../programs/rest.ts';
import { Weights } from '../programs/weights.ts';
import type { Brand } from '../values/brand.ts';
import type { StreamClient } from '../ws/client.ts';
import type { StreamHub } from '../ws/hub.ts';
import { openStream, tellState } from '../ws/server.ts';
import { Upgrades } from '../ws/upgrades.ts';
import { extensionsOf } from './extensions.ts';
import type { Features } from './features.ts';

/** How long running requests may take once the server closes. */
const DRAIN_MS = 2_000;

export interface DoorParts {
  readonly siteUrl: string;
  readonly config: Config;
  readonly log: Log;
  readonly running: RunningPipeline;
  readonly hub: StreamHub;
  readonly mail: Mail;
  readonly brand: () => Brand;
  readonly features: Features;
  readonly marketStreams: MarketStreams;
  readonly metrics: Metrics;
  readonly maintenance: Maintenance;
  readonly room: DiskRoom;
}

/** From here on requests and streams are served. Returns the function that stops serving them. */
export async function openDoors(listener: Listener, parts: DoorParts): Promise<() => Promise<void>> {
  const { config, log, running, mail, features, metrics } = parts;
  const { handlers, uploadGates, guard, open } = features;
  const { sessions } = open.identity.own;
  const { sessions: operators, places: officePlaces } = open.operators.own;
  const { server, own, addresses } = listener;
  const { pipeline } = running;
  const { apiKeys } = open['api-keys'].gives;
  let isReady = false;
  const extensions = extensionsOf({
    config,
    siteUrl: parts.siteUrl,
    chatUrl: () => open.parameters.own.parameters.get('customer_service_url'),
    mail,
    brand: parts.brand,
    isReady: () => isReady,
    metrics: () => metrics.text(),
  });
  const growth = new GrowthBudget({ room: () => parts.room.state, rateFactor: config.rateLimitFactor });
  const { app, serve, direct, slots } = await buildApp({
    config,
    addresses,
    handlers,
    uploadGates,
    sessions,
    operators,
    officePlaces,
    guard,
    refusedRequests: new RefusedRequests(pipeline),
    growth,
    log,
    onAnswered: metrics.answered,
    server,
    own,
    extensions,
  });
  const programDoor = openProgramDoor(parts, { growth, slots });
  const closeSockets = openSockets(listener, { ...parts, programDoor });
  const stopUpkeep = everyMinute(() => features.keepUp(), log);
  // Apart: a server of mails that does not answer holds up nothing else.
  const stopDelivery = everyMinute(() => mail.deliver(), log);
  const headers = alwaysHeaders(config.publicUrl);
  const contain = containment(log);
  const programs = new ProgramRest({ door: programDoor, addresses, headers, contain, log });
  const taken: Pick<DirectCalls, 'take'> = {
    take: (...asked) => direct.take(...asked) || programs.take(...asked),
  };
  listener.serve({ serve, direct: taken, sessions, operators, officePlaces, apiKeys });
  isReady = true;
  return async () => {
    isReady = false;
    const upkeepEnds = stopUpkeep();
    void stopDelivery();
    await mail.stop();
    closeSockets();
    await listener.close(DRAIN_MS);
    await app.close();
    await upkeepEnds;
  };
}

/** The trading API, whichever way its requests come. */
function openProgramDoor(
  { config, running: { pipeline }, features }: DoorParts,
  shared: Pick<DoorOptions, 'growth' | 'slots'>,
): ProgramDoor {
  const { guard, endpoints, open, userStreams } = features;
  return new ProgramDoor({
    ...shared,
    endpoints,
    apiKeys: open['api-keys'].gives.apiKeys,
    guard,
    weights: new Weights({ factor: config.rateLimitFactor }),
    ready: (userId) => userStreams.ready(userId),
    nowMs: () => pipeline.nowMs(),
  });
}

/** The stream of our own pages, and the sockets of programs. Returns what closes them. */
function openSockets(
  { server, office, own, addresses }: Listener,
  parts: DoorParts & { readonly programDoor: ProgramDoor },
): () => void {
  const { config, log, running, hub, maintenance, room, features, programDoor } = parts;
  const { apiKeys } = features.open['api-keys'].gives;
  const told = {
    nowMs: () => running.pipeline.nowMs(),
    closedUntilMs: () => maintenance.closing?.untilMs,
    isShortOfRoom: () => room.state !== 'enough',
  };
  maintenance.onChange(() => tellState(hub, told));
  room.onChange(() => tellState(hub, told));
  const contain = containment(log);
  const stream = openStream({
    ...told,
    hub,
    sessions: features.open.identity.own.sessions,
    contain,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    sendAccount: accountSender(parts),
  });
  const { slots } = hub;
  const kinds = [
    requestSockets({ door: programDoor, userStreams: features.userStreams, apiKeys, log }),
    marketStreamSockets({ streams: parts.marketStreams, nowMs: told.nowMs }),
  ];
  const programs = new ProgramSockets({ slots, addresses, contain, kinds });
  parts.metrics.add(programFigures(programs));
  const headers = alwaysHeaders(config.publicUrl);
  const { rateLimitFactor: rateFactor } = config;
  const upgrades = new Upgrades({ slots, addresses, own, contain, headers, rateFactor });
  upgrades.listen(server, [stream, programs]);
  if (office !== null) upgrades.listen(office, [stream]);
  return () => {
    upgrades.stop();
    programs.stop();
    stream.close();
  };
}

/** Sends in the next turn: one snapshot for all that a client asks in this one. */
function accountSender({ running: { pipeline }, features, log }: DoorParts) {
  const contain = containment(log);
  return (client: StreamClient): void => {
    if (client.awaitsAccount) return;
    client.awaitsAccount = true;
    const read = (): Promise<void> => {
      client.awaitsAccount = false;
      return pipeline.read(() => features.accountChannel.snapshot(client));
    };
    setImmediate(contain('a snapshot of an account', read, () => client.socket.terminate()));
  };
}
