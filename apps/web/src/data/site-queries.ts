/** The cache of queries, in which no change is lost to a reply that was on its way. */
import { QueryClient, type Query } from '@tanstack/react-query';

export class SiteQueries extends QueryClient {
  /** Queries whose reply on its way may be older than a change that is known. */
  readonly #behind = new WeakMap<Query, Promise<void>>();

  /**
   * A request that is on its way is not replaced: where changes follow each other faster than
   * replies come, none would ever arrive. Another one follows it. Resolves when the replies are
   * there that are not older than this call.
   */
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    const after = this.getQueryCache()
      .findAll(filters)
      .map((query) => this.askAfterReply(query));
    await super.invalidateQueries(filters, { ...options, cancelRefetch: false });
    await Promise.all(after);
  }

  /** Once a reply that is on its way is there, asks again. Resolves when that is answered. */
  askAfterReply(query: Query): Promise<void> {
    if (query.state.fetchStatus !== 'fetching') return Promise.resolve();
    const known = this.#behind.get(query);
    if (known !== undefined) return known;
    const ask = (): Promise<void> => {
      this.#behind.delete(query);
      return this.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    const asked = query.promise?.then(ask, ask) ?? Promise.resolve();
    this.#behind.set(query, asked);
    return asked;
  }
}
