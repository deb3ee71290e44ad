/** What the queues of matters that wait for people have in common. */
import { useTexts } from '../texts.ts';
import { useNow } from '../useNow.ts';
import { useAgeText } from './Age.tsx';
import { EmptyState, NothingFound } from './states.tsx';
import type { Rows } from './table/useRows.ts';
import type { Filters, View } from './Views.tsx';

const FACT_EVERY_MS = 10_000;

/** The place of a row among the others, such as '1 / 6'; undefined if it is not among them. */
export function placeOf<Row>({ list, total }: Rows<Row>, row: Row | undefined): string | undefined {
  return row === undefined ? undefined : `${list.indexOf(row) + 1} / ${total ?? list.length}`;
}

/** Whether the oldest one that waits has waited for longer than it should. */
export function useIsLate(oldestTime: number | null | undefined, aimMs: number): boolean {
  const nowMs = useNow(FACT_EVERY_MS);
  return oldestTime != null && nowMs - oldestTime >= aimMs;
}

/** The age of the oldest one that waits; '' if nothing does. */
export function useOldestAge(oldestTime: number | null | undefined): string {
  const ageText = useAgeText();
  const nowMs = useNow(FACT_EVERY_MS);
  return oldestTime == null ? '' : ageText(nowMs - oldestTime);
}

interface Waiting {
  readonly waiting: number;
  /** Null: nothing waits. */
  readonly oldestTime: number | null;
}

interface WaitingProps {
  /** Undefined as long as it is not known. */
  readonly counts: Waiting | undefined;
  /** How soon somebody should decide. */
  readonly aimMs: number;
}

/** The fact in the head of a queue: how many wait, the oldest of them, and the aim. */
export function WaitingFact({ counts, aimMs }: WaitingProps) {
  const { t } = useTexts();
  const ageText = useAgeText();
  const age = useOldestAge(counts?.oldestTime);
  if (counts === undefined) return null;
  return age === ''
    ? t('nobodyWaits')
    : t('casesWait', { waiting: counts.waiting, age, aim: ageText(aimMs) });
}

/** The views of a queue of which only those that wait are counted. */
export function useWaitingViews(
  ids: readonly ('waiting' | 'all')[],
  { counts, aimMs }: WaitingProps,
): readonly View<Filters>[] {
  const { t } = useTexts();
  const isLate = useIsLate(counts?.oldestTime, aimMs);
  return ids.map((id) => ({
    id,
    label: t(`queue_${id}`),
    filters: id === 'waiting' ? {} : { view: id },
    ...(id === 'waiting' && counts !== undefined ? { count: counts.waiting } : {}),
    ...(id === 'waiting' && isLate ? { tone: 'warn' as const } : {}),
  }));
}

interface QueueEmptyProps {
  readonly filters: Filters;
  /** If nothing waits. */
  readonly waiting: string;
  /** If the view that is chosen has nothing. */
  readonly none: string;
  /** What brings the next one. */
  readonly text: string;
}

export function QueueEmpty({ filters: { view, ...narrowing }, waiting, none, text }: QueueEmptyProps) {
  if (Object.values(narrowing).some((value) => value !== undefined)) return <NothingFound />;
  return <EmptyState title={view === undefined ? waiting : none} text={text} />;
}
