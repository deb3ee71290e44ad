/** A bug that is planted in a copy of the sources. */

export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface PlantedBug {
  readonly name: string;
  readonly changes: readonly Change[];
  /** Where it must be found; without: on an Ethereum-like chain. */
  readonly chain?: string;
}
