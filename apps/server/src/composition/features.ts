/** Opens all features on a running server, and joins what they give. */
import type { Exchange } from '@glasshouse/core';
import { Catalogue } from '../contract/catalogue.ts';
import type { Services } from '../contract/ports.ts';
import { isRepeated } from '../contract/sequencer.ts';
import type { ChainRuntime } from '../chains/runtime.ts';
import { Passwords } from '../features/identity/passwords.ts';
import type { Guard } from '../http/guard.ts';
import type { HandlerTable } from '../http/handler.ts';
import { RateLimits } from '../http/limits.ts';
import type { UploadGates } from '../http/uploads.ts';
import { offerHandlers, type OfferHandlers } from '../offers/offer-acts.ts';
import { offerCommands } from '../offers/operating-commands.ts';
import { MaintenanceGuard, type Maintenance } from '../operating/maintenance.ts';
import type { Figure } from '../operating/figures.ts';
import type { OperatingTable } from '../operating/socket.ts';
import type { EndpointTable } from '../http/endpoint-handler.ts';
import { UserStreams } from '../programs/user-streams.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { runSteps } from '../process/each-alone.ts';
import { KeyedMutex } from '../http/keyed-mutex.ts';
import { AccountChannel } from './account-channel.ts';
import type { Arrival } from '../contract/chain-parts.ts';
import type { OpenFeature } from '../contract/feature.ts';
import { Opener, type FeatureName, type OpenFeatures } from './open-features.ts';
import {
  depositTaker,
  exposureOf,
  productOffers,
  PRODUCTS,
  recordCountsOf,
  stakeOf,
  notifications,
} from './products.ts';

/** The services that the server brings along. */
export interface FeatureParts extends Pick<
  Services,
  | 'config'
  | 'database'
  | 'secrets'
  | 'mail'
  | 'brand'
  | 'hub'
  | 'market'
  | 'log'
  | 'siteUrl'
  | 'offerTexts'
  | 'networks'
> {
  readonly pipeline: Pipeline<Exchange>;
  readonly chains: ChainRuntime;
  readonly maintenance: Maintenance;
}

export interface Features {
  readonly handlers: HandlerTable;
  readonly endpoints: EndpointTable;
  readonly uploadGates: UploadGates;
  readonly guard: Guard;
  /** Each feature as it opened. */
  readonly open: OpenFeatures;
  readonly accountChannel: AccountChannel;
  readonly userStreams: UserStreams;
  /** The features' commands for operators. */
  readonly commands: OperatingTable;
  readonly figures: readonly Figure[];
  /** Loads what features keep, and creates the users of a demo. Runs at every start. */
  start(): Promise<void>;
  /**
   * Removes expired data, and goes on with what was interrupted. Runs once a minute. What fails is
   * thrown when all else is done.
   */
  keepUp(): Promise<void>;
  stop(): Promise<void>;
}

/** The intersection of the members of a union. */
export type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
/** Without a feature for some call, the features do not make a `HandlerTable`. */
type AllCalls = Joined<OpenFeatures[FeatureName]['calls']>;
type EndpointsOf<Open> = Open extends { readonly endpoints: infer Endpoints } ? Endpoints : never;
/** Likewise, an `EndpointTable`. */
type AllEndpoints = Joined<EndpointsOf<OpenFeatures[FeatureName]>>;

export function openFeatures(parts: FeatureParts): Features {
  const { pipeline, mail, maintenance } = parts;
  const services = servicesOf(parts);
  const offers = productOffers();
  const open = new Opener(services).all();
  const all = Object.values(open) as unknown as readonly OpenFeature<string>[];
  const accountChannel = openAccountChannel(parts, services.catalogue);
  pipeline.onCommitted((batch) => accountChannel.publish(batch));
  const userStreams = new UserStreams(all.flatMap(({ programEvents }) => programEvents ?? []));
  pipeline.onCommitted((batch) => userStreams.publish(batch));
  return {
    handlers: Object.assign(
      {},
      offerHandlers({ ...services, ...open.operators.gives }, offers),
      ...all.map(({ calls }) => calls),
    ) as AllCalls & OfferHandlers,
    endpoints: Object.assign({}, ...all.map(({ endpoints }) => endpoints)) as AllEndpoints,
    uploadGates: Object.assign({}, ...all.map(({ uploadGates }) => uploadGates)) as UploadGates,
    guard: new MaintenanceGuard(open.identity.gives.guard, maintenance, services.isRepeated),
    open,
    accountChannel,
    userStreams,
    commands: joined([
      offerCommands(services, offers),
      ...all.flatMap(({ commands = {}, restingCommands = {} }) => [commands, restingCommands]),
    ]),
    figures: all.flatMap(({ figures }) => figures ?? []),
    start: async () => {
      for (const { start } of all) await start?.();
    },
    keepUp: () =>
      runSteps([
        ...all.flatMap(({ keepUp }) => keepUp ?? []),
        () => mail.removeOld(),
        () => services.limits.removeOld(),
        async () => userStreams.removeOld(),
      ]),
    stop: async () => {
      for (const { stop } of all.toReversed()) await stop?.();
    },
  };
}

/** Throws if two tables have one command. */
function joined(tables: readonly OperatingTable[]): OperatingTable {
  const all: Record<string, OperatingTable[string]> = {};
  for (const [name, run] of tables.flatMap((table) => Object.entries(table))) {
    if (Object.hasOwn(all, name)) throw new Error(`there are two operating commands ${name}`);
    all[name] = run;
  }
  return all;
}

function servicesOf(parts: FeatureParts): Services {
  const { config, database, pipeline, secrets, market } = parts;
  const catalogue = new Catalogue(pipeline.exchange);
  const base = { database, catalogue, sequencer: pipeline };
  return {
    ...parts,
    ...base,
    limits: new RateLimits({ database, factor: config.rateLimitFactor }),
    operatorPasswords: new Passwords(secrets),
    ownerWork: new KeyedMutex(),
    termsWork: new KeyedMutex(),
    readTick: (tick) => market.readTick(tick),
    notifications: notifications(),
    recordCounts: (owner) => recordCountsOf(base, owner),
    exposureOf: (owner, sinceMs) => exposureOf(base, owner, sinceMs),
    stakeOf: (call, input) => stakeOf(catalogue, call, input),
    isRepeated: (caller) => isRepeated(pipeline, caller),
  };
}

/** The account channel, with what is on its way from chains. */
function openAccountChannel({ hub, chains, networks }: FeatureParts, catalogue: Catalogue): AccountChannel {
  const { feature, deposits } = depositTaker();
  const rowOf = (one: Arrival) => deposits.rowOf(networks, one);
  const channel = new AccountChannel({
    hub,
    catalogue,
    products: PRODUCTS,
    besides: (owner) => ({ [feature]: chains.arrivalsOf(owner).map(rowOf) }),
  });
  chains.onArrivals((arrivals) => {
    for (const one of arrivals) channel.send(one.owner, feature, [rowOf(one)]);
  });
  return channel;
}
