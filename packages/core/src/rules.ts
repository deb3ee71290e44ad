/**
 * The versions of the rules. A journal must replay for ever to the result it had when written, so a
 * rule that changes an outcome takes effect only with the `set-rules` command that raises its
 * feature's version. A new exchange begins with version 1 of all features.
 *
 * A feature names its differences between versions in `features/<feature>/rules.ts`.
 */
import type { RefusalName } from '@glasshouse/protocol';

/** The newest rule version of a feature that this core knows. */
export interface NewestRules {
  readonly name: string;
  readonly newestRules: number;
}

export class Rules {
  readonly #newest: ReadonlyMap<string, number>;
  readonly #versions = new Map<string, number>();

  constructor(features: readonly NewestRules[]) {
    this.#newest = new Map(features.map(({ name, newestRules }) => [name, newestRules]));
  }

  versionOf(feature: string): number {
    return this.#versions.get(feature) ?? 1;
  }

  /** The features below the newest version of their rules. */
  behind(): NewestRules[] {
    return [...this.#newest]
      .map(([name, newestRules]) => ({ name, newestRules }))
      .filter(({ name, newestRules }) => this.versionOf(name) < newestRules);
  }

  /**
   * Raises a version to a known one. Unknown versions are refused, because the journal must mean
   * the same to every core that can read it.
   */
  set({ feature, version }: { readonly feature: string; readonly version: number }): RefusalName | null {
    const newest = this.#newest.get(feature);
    const isKnown = newest !== undefined && Number.isInteger(version) && version <= newest;
    if (!isKnown || version <= this.versionOf(feature)) return 'request/invalid';
    this.#versions.set(feature, version);
    return null;
  }

  /** For a restore. Throws for an unknown version. */
  restore(feature: string, version: number): void {
    if (version > (this.#newest.get(feature) ?? 0))
      throw new Error(`rules ${feature} ${version} are not known`);
    this.#versions.set(feature, version);
  }
}
