/** What all measurements of a run share: who plays, in what order, and what was found. */
import { note, type Figure, type Samples, type Unit } from './figures.ts';

/**
 * The checkouts take turns of a second or so, because what else a machine does changes the CPU time
 * of the same work too, by more than the bar, from one half minute to the next.
 */
export class Turns {
  readonly trees: readonly string[];
  readonly #found: ReadonlyMap<string, Map<Figure, readonly number[]>>;
  readonly #units = new Map<Unit, readonly number[]>();
  #turn = 0;

  /** By their folders. */
  constructor(trees: readonly string[]) {
    this.trees = trees;
    this.#found = new Map(trees.map((tree) => [tree, new Map()]));
  }

  /** The order of the next turn: every other one goes the other way round. */
  next(): readonly string[] {
    return this.#turn++ % 2 === 0 ? this.trees : this.trees.toReversed();
  }

  /** Notes what a turn has found of a checkout, in multiples of its unit in the same turn. */
  note(tree: string, figure: Figure, multiple: number): void {
    note(this.#found.get(tree)!, figure, multiple);
  }

  /** Returns the value. */
  noteUnit(unit: Unit, value: number): number {
    note(this.#units, unit, value);
    return value;
  }

  of(tree: string): Samples {
    return this.#found.get(tree)!;
  }

  get units(): ReadonlyMap<Unit, readonly number[]> {
    return this.#units;
  }
}
