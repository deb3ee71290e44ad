/**
 * The one shape of all features. A feature's `feature.ts` declares what it gives, and takes what it
 * needs from `Ports`; one line of `composition/registered-features.ts` lists it.
 */
import type { AccountRows } from '@glasshouse/protocol';
import type { Config } from '../config.ts';
import type { FeatureHandlers } from '../http/handler.ts';
import type { FeatureEndpoints } from '../http/endpoint-handler.ts';
import type { UploadGates } from '../http/uploads.ts';
import type { Figure } from '../operating/figures.ts';
import type { OperatingTable } from '../operating/socket.ts';
import type { GivenPorts, Ports } from './ports.ts';
import type { Product } from './product.ts';
import type { ProgramEvents } from './program-events.ts';
import type { Seed } from './seed.ts';

/** `Calls` are the first segments of its calls; usually its own name alone. */
export interface Feature<Calls extends string> {
  /** The ports that `open` gives to other features. */
  readonly gives?: readonly (keyof GivenPorts)[];
  /**
   * Called once, before anything is served. Asking for a port opens the feature that gives it, so
   * two features that need each other ask later, in what they return.
   */
  readonly open: (ports: Ports) => OpenFeature<Calls>;
  /** The commands that the feature submits on a new platform, in this order. */
  readonly seeds?: (mode: Config['mode']) => readonly Seed[];
  /** Only for a feature that has rows of money. */
  readonly product?: Product<Extract<Calls, keyof AccountRows>>;
}

export interface OpenFeature<Calls extends string> {
  readonly calls: FeatureHandlers<Calls>;
  /** Its endpoints of the trading API, if it has any. */
  readonly endpoints?: FeatureEndpoints<Calls>;
  /** What programs are told of a user's account. */
  readonly programEvents?: ProgramEvents;
  /** What decides about a file before its first byte is read. */
  readonly uploadGates?: UploadGates;
  /** What other features use of it, see `Feature.gives`. */
  readonly gives?: Partial<GivenPorts>;
  /** Operating commands, by 'feature/verb-noun'; the server must run. */
  readonly commands?: OperatingTable;
  /**
   * Operating commands that need `RestingServices` alone, so that they work without a server.
   * `open` then has no other services, so take those in calls and not while opening. Their names
   * begin with that of the feature.
   */
  readonly restingCommands?: OperatingTable;
  readonly figures?: readonly Figure[];
  /** Loads what is kept, when all features are open. */
  readonly start?: () => Promise<void>;
  /** Removes what has expired, and goes on with what was interrupted. Runs once a minute. */
  readonly keepUp?: () => Promise<void>;
  readonly stop?: () => Promise<void>;
  /** What the composition and tests use of it besides. Features use ports. */
  readonly own?: object;
}
