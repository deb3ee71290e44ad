/** The type of a planted bug: text replacements in a copy of the sources. */

export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface PlantedBug {
  readonly name: string;
  readonly changes: readonly Change[];
  /** The kind of chain on which the rig must find it; default: an Ethereum-like one. */
  readonly chain?: string;
}
