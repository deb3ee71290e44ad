/** The cache of queries, in which no change is lost to a reply that was on its way. */
import { QueryClient, type Query } from '@tanstack/react-query';

export class SiteQueries extends QueryClient {
  /** Queries whose reply on its way may be older than a change that is known. */
  readonly #behind = new WeakSet<Query>();

  /**
   * Invalidating a query replaces a request that is on its way, but not one before the first reply,
   * which would then count as new.
   */
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    for (const query of this.getQueryCache().findAll(filters))
      if (query.state.data === undefined) this.askAfterReply(query);
    await super.invalidateQueries(filters, options);
  }

  /** Once a reply that is on its way is there, asks again. */
  askAfterReply(query: Query): void {
    if (query.state.fetchStatus !== 'fetching' || this.#behind.has(query)) return;
    this.#behind.add(query);
    const ask = () => {
      this.#behind.delete(query);
      void this.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.promise?.then(ask, ask);
  }
}
