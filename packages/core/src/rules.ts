/**
 * The versions of the rules. A journal replays for ever to what it came to when it was written, so
 * a rule that changes an outcome changes it only from the `set-rules` command on that raises its
 * feature's version. A new exchange begins with version 1 of all.
 *
 * Each feature names its own differences between versions (`features/<feature>/rules.ts`).
 */
import type { RefusalName } from '@glasshouse/protocol';

/** The newest version of a feature's rules that this core knows. */
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

  /** A version only rises, to one that is known: the journal has to say the same to every core that can read it. */
  set({ feature, version }: { readonly feature: string; readonly version: number }): RefusalName | null {
    const newest = this.#newest.get(feature);
    const isKnown = newest !== undefined && Number.isInteger(version) && version <= newest;
    if (!isKnown || version <= this.versionOf(feature)) return 'request/invalid';
    this.#versions.set(feature, version);
    return null;
  }

  /** For a restore; throws for a version that is not known. */
  restore(feature: string, version: number): void {
    if (version > (this.#newest.get(feature) ?? 0))
      throw new Error(`rules ${feature} ${version} are not known`);
    this.#versions.set(feature, version);
  }

  /** Nothing was raised yet: the state is written as it was before there were versions. */
  get areFirst(): boolean {
    return [...this.#newest.keys()].every((feature) => this.versionOf(feature) === 1);
  }
}
