/**
 * What waits, on one axis of age from 30 seconds to 12 hours: a dot is one thing, the line is the
 * aim. Count, oldest and aim stand beside it, so that it reads without the dots too.
 */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts.ts';
import { useNow } from '../useNow.ts';
import { useAgeText } from './Age.tsx';

const MINUTE_MS = 60_000;
const EVERY_MS = 10_000;
const SHORTEST_M = 0.5;
const LONGEST_M = 720;
const MARKS_M = [1, 5, 15, 60, 240, 720] as const;
const COLUMNS = 'grid grid-cols-[minmax(160px,232px)_40px_minmax(0,1fr)_64px_84px] items-center';

/** The place of an age on the axis, which is logarithmic, in percent. */
function placeOf(ageMs: number): string {
  const minutes = Math.min(LONGEST_M, Math.max(SHORTEST_M, ageMs / MINUTE_MS));
  return `${(Math.log(minutes / SHORTEST_M) / Math.log(LONGEST_M / SHORTEST_M)) * 100}%`;
}

export interface AgeAxisRow {
  readonly id: string;
  readonly icon: LucideIcon;
  /** Usually a link to its page. */
  readonly name: ReactNode;
  readonly text?: string;
  /** Since when each of them waits, in milliseconds. */
  readonly sinceMs: readonly number[];
  /** How long each should wait at most. */
  readonly aimMs: number;
}

export interface AgeAxisProps {
  readonly label: string;
  readonly rows: readonly AgeAxisRow[];
}

export function AgeAxis({ label, rows }: AgeAxisProps) {
  const { t } = useTexts();
  const ageText = useAgeText();
  const nowMs = useNow(EVERY_MS);
  return (
    <div role="table" aria-label={label} className="num px-4 in-data-lost:opacity-65">
      <div role="rowgroup">
        {rows.map((row) => (
          <Row key={row.id} row={row} nowMs={nowMs} />
        ))}
      </div>
      <div aria-hidden className={`${COLUMNS} text-mut h-7 text-[11px]`}>
        <span />
        <span />
        <span className="relative mx-5 h-4">
          {MARKS_M.map((minutes) => (
            <span
              key={minutes}
              className={`absolute whitespace-nowrap ${minutes === LONGEST_M ? '-translate-x-full' : '-translate-x-1/2'}`}
              style={{ left: placeOf(minutes * MINUTE_MS) }}
            >
              {ageText(minutes * MINUTE_MS)}
            </span>
          ))}
        </span>
        <span className="text-right">{t('oldest')}</span>
      </div>
    </div>
  );
}

function Row({ row, nowMs }: { readonly row: AgeAxisRow; readonly nowMs: number }) {
  const { t } = useTexts();
  const ageText = useAgeText();
  const { icon: Icon, name, text, sinceMs, aimMs } = row;
  const oldestMs = sinceMs.length === 0 ? null : nowMs - Math.min(...sinceMs);
  const isLate = oldestMs !== null && oldestMs >= aimMs;
  return (
    <div role="row" className={`${COLUMNS} border-line/70 h-[43px] border-b`}>
      <span role="rowheader" className="flex min-w-0 items-center gap-2.5">
        <Icon aria-hidden size={15} strokeWidth={1.7} className="text-mut shrink-0" />
        <span className="min-w-0 leading-4">
          <b className="block truncate text-[12.5px] font-semibold">{name}</b>
          {text !== undefined && <span className="text-mut block truncate text-[11px]">{text}</span>}
        </span>
      </span>
      <b role="cell" className="text-right text-[20px] leading-6 font-semibold">
        {sinceMs.length}
      </b>
      <span aria-hidden className="relative mx-5 h-full">
        <i
          className="bg-warn-soft absolute top-1/2 right-0 h-4 -translate-y-1/2 rounded-r-sm"
          style={{ left: placeOf(aimMs) }}
        />
        <i className="bg-line2 absolute inset-x-0 top-1/2 h-px" />
        <i className="bg-mut absolute inset-y-2.5 w-px" style={{ left: placeOf(aimMs) }} />
        {sinceMs.map((since, at) => (
          <i
            key={at}
            className={`ring-panel absolute top-1/2 size-[9px] -translate-x-1/2 -translate-y-1/2 rounded-full ring-2 ${nowMs - since >= aimMs ? 'bg-warn' : 'bg-mut'}`}
            style={{ left: placeOf(nowMs - since) }}
          />
        ))}
      </span>
      <b role="cell" className={`text-right text-[13px] font-semibold ${isLate ? 'text-warn' : ''}`}>
        {oldestMs === null ? '–' : ageText(oldestMs)}
      </b>
      <span role="cell" className="text-mut text-right text-[11px]">
        {t('aim', { age: ageText(aimMs) })}
      </span>
    </div>
  );
}
