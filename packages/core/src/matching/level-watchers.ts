/** Who is told which levels of a book change, such as a stream of its changes. */
import type { Side } from './side.ts';

/** Takes a note of a level in the middle of its change; the book must not be read yet. */
export type LevelWatcher = (side: Side, price: number) => void;

export class LevelWatchers {
  /** Whether there is any: the hot code asks this first. */
  isAny = false;
  #watchers: readonly LevelWatcher[] = [];

  /** Returns the function that removes it. */
  add(watcher: LevelWatcher): () => void {
    this.#set([...this.#watchers, watcher]);
    return () => this.#set(this.#watchers.filter((one) => one !== watcher));
  }

  tell(side: Side, price: number): void {
    for (const watcher of this.#watchers) watcher(side, price);
  }

  #set(watchers: readonly LevelWatcher[]): void {
    this.#watchers = watchers;
    this.isAny = watchers.length > 0;
  }
}
