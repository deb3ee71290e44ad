/**
 * The versions of the rules. A journal replays for ever to what it came to when it was written, so a rule that changes an outcome changes
 * it only from the `set-rules` command on that raises its feature's version. A new exchange begins with version 1 of all.
 *
 * Every place of the core that knows more than one version asks one of the named differences below.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { SetRules } from './commands.ts';

/** In the order in which snapshots and the journal write them: a new feature goes to the end. */
export const RULE_FEATURES = ['spot', 'seconds-contract'] as const;
export type RuleFeature = (typeof RULE_FEATURES)[number];

/** The newest version of each that this core knows. */
export const NEWEST_RULES: Readonly<Record<RuleFeature, number>> = { spot: 2, 'seconds-contract': 2 };

export class Rules {
  readonly #versions = new Map<RuleFeature, number>(RULE_FEATURES.map((feature) => [feature, 1]));

  versionOf(feature: RuleFeature): number {
    return this.#versions.get(feature) ?? 1;
  }

  /** A version only rises, to one that is known: the journal has to say the same to every core that can read it. */
  set({ feature, version }: Pick<SetRules, 'feature' | 'version'>): RefusalName | null {
    const isKnown = RULE_FEATURES.includes(feature) && Number.isInteger(version);
    if (!isKnown || version <= this.versionOf(feature) || version > NEWEST_RULES[feature])
      return 'request/invalid';
    this.#versions.set(feature, version);
    return null;
  }

  /** Nothing was raised yet: the state is written as it was before there were versions. */
  get areFirst(): boolean {
    return RULE_FEATURES.every((feature) => this.versionOf(feature) === 1);
  }

  /** Versions in the order of RULE_FEATURES, for a snapshot. */
  get all(): number[] {
    return RULE_FEATURES.map((feature) => this.versionOf(feature));
  }

  /** For a restore; throws for a version that is not known. */
  restore(versions: ArrayLike<number>): void {
    RULE_FEATURES.forEach((feature, i) => {
      const version = versions[i] ?? 1;
      if (version > NEWEST_RULES[feature]) throw new Error(`rules ${feature} ${version} are not known`);
      this.#versions.set(feature, version);
    });
  }

  /** Whether a tick only queues the stops that it reaches; `process-due` places them. */
  get queuesStops(): boolean {
    return this.versionOf('spot') >= 2;
  }

  /** Whether it is told where the trigger of a trailing stop has moved to. */
  get tellsTrails(): boolean {
    return this.versionOf('spot') >= 2;
  }

  /** Whether the volumes of the fee tiers end at what is exact. */
  get capsVolumes(): boolean {
    return this.versionOf('spot') >= 2;
  }

  /** Whether the definition of seconds contracts has bounds. */
  get boundsContracts(): boolean {
    return this.versionOf('seconds-contract') >= 2;
  }

  /** Whether a stop says by its kind which way it fires; before, the index price at acceptance decided. */
  get hasStopKinds(): boolean {
    return this.versionOf('spot') >= 2;
  }

  /** Whether a buy by total that cannot spend it all is cancelled in part, or refused as all-or-nothing, as one by lots is. */
  get checksTotals(): boolean {
    return this.versionOf('spot') >= 2;
  }

  /** Whether orders that never rest go through at the limit of open orders. */
  get letsTakersPass(): boolean {
    return this.versionOf('spot') >= 2;
  }

  /** Whether an amendment to what is filled, or less, cancels the rest. */
  get amendsToFilled(): boolean {
    return this.versionOf('spot') >= 2;
  }

  /** Whether an order's id is never given again, even after 2^32 orders in one slot of the pool. */
  get keepsIdsUnique(): boolean {
    return this.versionOf('spot') >= 2;
  }

  /** Whether what a command meets, the lists that it brings, and what it cancels, have limits, and definitions bounds. */
  get boundsCommands(): boolean {
    return this.versionOf('spot') >= 2;
  }

  /** The same for contracts that are to be opened or settled. */
  get queuesContracts(): boolean {
    return this.versionOf('seconds-contract') >= 2;
  }
}

/** The commands that bring an exchange to the newest rules, none where it has them. */
export function newestRules(rules: Rules): SetRules[] {
  return RULE_FEATURES.filter((feature) => rules.versionOf(feature) < NEWEST_RULES[feature]).map(
    (feature) => ({ type: 'set-rules', feature, version: NEWEST_RULES[feature] }),
  );
}
