/**
 * Notifies the user of changes of open rows of the account, from the account stream: a toast, the
 * bell, and a sound if it is on. Each connection begins with a snapshot of all open rows. A row
 * that is missing there ended while there was no connection; it is fetched, and its end is shown
 * once.
 */
import type { AccountFrame } from '@glasshouse/protocol/stream';
import { catalogueNow } from '#data/pairs.ts';
import { session } from '#data/session.ts';
import { balanceTextNow } from '#shared/balance-text.ts';
import { openTexts, translation } from '#shared/i18n.ts';
import type { NewsRow, NewsSource } from '#shared/news.ts';
import { notify } from '#shared/notify.ts';
import { tradePreferences } from '#shared/trade-preferences.ts';
import { playChime } from '#shared/chime.ts';
import { NEWS_TEXTS, newsText, SOURCES } from './sources.ts';
import { addNotified, type News } from './notified.ts';

type Rows = Map<string, NewsRow>;
let ofUser: string | undefined;
/** The open rows of each source. */
const open = new Map<NewsSource, Rows>();

export function notifyOfChanges(frame: AccountFrame): void {
  const userId = session.get()?.userId;
  if (userId !== ofUser) open.clear();
  ofUser = userId;
  const changes: Readonly<Record<string, readonly NewsRow[] | undefined>> = frame.changes as never;
  for (const source of SOURCES) {
    const known = open.get(source) ?? new Map<string, NewsRow>();
    open.set(source, known);
    const changed = changes[source.feature] ?? [];
    const ids = new Set(changed.map(({ id }) => id));
    if (frame.previous === null)
      void notifyOfMissed(
        source,
        known,
        [...known.keys()].filter((id) => !ids.has(id)),
      );
    for (const row of changed) note(source, known, row);
  }
}

/**
 * Updates a row and notifies of its change. A row's first appearance is not notified, because the
 * form that created it already shows the result.
 */
function note(source: NewsSource, known: Rows, row: NewsRow): void {
  const before = known.get(row.id);
  const timeMs = source.timeOf(row);
  if (before !== undefined && source.timeOf(before) > timeMs) return;
  if (source.isOpen(row)) known.set(row.id, row);
  else known.delete(row.id);
  const kind = before === undefined ? null : source.kindOf(before, row);
  if (kind !== null) void show({ feature: source.feature, kind, timeMs, row });
}

async function notifyOfMissed(source: NewsSource, known: Rows, ended: readonly string[]): Promise<void> {
  if (ended.length === 0) return;
  try {
    for (const row of await source.fetch(ended)) note(source, known, row);
  } catch {
    // Ignored: the rows stay in the list of open ones, so the next connection fetches them again.
  }
}

async function show(event: News): Promise<void> {
  if (addNotified(event) && tradePreferences().sound) playChime();
  await openTexts(NEWS_TEXTS);
  notify.info(newsText(translation().t, event, { catalogue: catalogueNow(), amountText: balanceTextNow() }));
}
