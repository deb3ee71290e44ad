/**
 * Opens features, each when it is asked for, and gives each the ports of the others: asking for a
 * port opens the feature that gives it. Throws for a port that no feature gives, and if two
 * features ask for each other's ports while they open.
 */
import type { FeatureHandlers } from '../http/handler.ts';
import type { OperatingTable } from '../operating/socket.ts';
import type { OpenFeature } from '../contract/feature.ts';
import type { GivenPorts, Ports } from '../contract/ports.ts';
import { checkOpened, giversOf } from './feature-checks.ts';
import * as registered from './registered-features.ts';

type Registered = typeof registered;
export type FeatureName = keyof Registered;

/** The features as their `open` returns them, by name. */
export type OpenFeatures = { readonly [Name in FeatureName]: ReturnType<Registered[Name]['open']> };

interface AnyFeature {
  readonly gives?: readonly (keyof GivenPorts)[];
  readonly open: (ports: Ports) => OpenFeature<string> & { readonly calls: FeatureHandlers<string> };
}

const FEATURES = registered as unknown as Readonly<Record<FeatureName, AnyFeature>>;
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly FeatureName[];

/** By port, the feature that gives it. */
const GIVERS = giversOf(FEATURES);

export class Opener {
  readonly #known: Partial<Ports>;
  readonly #ports: Ports;
  readonly #open = new Map<FeatureName, OpenFeature<string>>();
  readonly #opening = new Set<FeatureName>();

  /** For a command without a server some services are missing: these throw when asked for. */
  constructor(services: Partial<Ports>) {
    this.#known = { ...services };
    this.#ports = new Proxy(this.#known, {
      get: (known, name) => {
        if (typeof name === 'string' && !(name in known)) this.#ask(name);
        return known[name as keyof Ports];
      },
    }) as Ports;
  }

  get<Name extends FeatureName>(name: Name): OpenFeatures[Name] {
    const known = this.#open.get(name);
    if (known !== undefined) return known as OpenFeatures[Name];
    if (this.#opening.has(name))
      throw new Error(
        `features need each other to open: ${[...this.#opening, name].join(' > ')}. ` +
          'One of them must ask for its port later, in what its open returns',
      );
    this.#opening.add(name);
    const open = FEATURES[name].open(this.#ports);
    this.#opening.delete(name);
    checkOpened(name, FEATURES[name].gives ?? [], open);
    this.#open.set(name, open);
    Object.assign(this.#known, open.gives);
    return open as OpenFeatures[Name];
  }

  restingCommands(name: FeatureName): OperatingTable {
    this.get(name);
    return this.#open.get(name)?.restingCommands ?? {};
  }

  all(): OpenFeatures {
    return Object.fromEntries(FEATURE_NAMES.map((name) => [name, this.get(name)])) as OpenFeatures;
  }

  /** Opens the feature that gives a port. */
  #ask(port: string): void {
    const giver = GIVERS.get(port);
    if (giver === undefined)
      throw new Error(
        `there is no port '${port}' here (asked for by ${[...this.#opening].at(-1) ?? 'a call'}): no feature ` +
          "names it in 'gives', or it is a service of a running server, which a feature with " +
          'restingCommands takes in what its open returns',
      );
    this.get(giver);
  }
}
