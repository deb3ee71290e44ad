/**
 * The events that this browser has notified the user of, newest first; they are deleted when the
 * session ends.
 */
import { readCache, writeCache } from '#data/cache.ts';
import { newsCount } from '#data/news-count.ts';
import { session } from '#data/session.ts';
import { createStore, useStore } from '#shared/external-store.ts';
import type { NewsRow } from '#shared/news.ts';

export interface News {
  readonly feature: string;
  readonly kind: string;
  readonly timeMs: number;
  readonly row: NewsRow;
}
interface Notified {
  readonly list: readonly News[];
  readonly unseen: number;
}
const KEY = 'news/1';
const KEPT = 30;
const NOTHING: Notified = { list: [], unseen: 0 };

const notified = createStore<Notified>(read());
newsCount.set(notified.get().unseen);
session.subscribe(() => show(read()));
// Another tab has added events or marked them as seen.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key.endsWith(KEY)) show(read());
});

export const useNotified = (): readonly News[] => useStore(notified).list;
/** Stores an event as notified. Returns false if another tab has stored it already. */
export function addNotified(news: News): boolean {
  const { list, unseen } = read();
  if (list.some((each) => newsKey(each) === newsKey(news))) return false;
  save({ list: [news, ...list].slice(0, KEPT), unseen: unseen + 1 });
  return true;
}
export const newsKey = ({ feature, kind, timeMs, row }: News): string =>
  `${feature}/${row.id}/${kind}/${timeMs}`;
export function markSeen(): void {
  if (notified.get().unseen > 0) save({ ...notified.get(), unseen: 0 });
}

function read(): Notified {
  return (session.get() === null ? undefined : readCache<Notified>(KEY, true)) ?? NOTHING;
}
function save(next: Notified): void {
  writeCache(KEY, next, true);
  show(next);
}
function show(next: Notified): void {
  notified.set(next);
  newsCount.set(next.unseen);
}
