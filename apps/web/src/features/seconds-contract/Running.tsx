/**
 * The running positions, each with a countdown that follows the server's clock, and its result if
 * it ended now.
 */
import { Button, classNames, Code, Num } from '@glasshouse/ui';
import { useEffect } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useCoinDecimals, useIndexDecimals } from '#data/pairs.ts';
import { priceIn, useLastTick } from '#data/ticks.ts';
import { LineFailed } from '#shared/lists/PagedBody.tsx';
import { useShownRows } from '#shared/lists/shown-rows.ts';
import { refreshPositions, type PositionRow, type useRunning } from './calls.ts';
import { progressOf, type Progress } from './countdown.ts';
import { useServerNow } from './useServerNow.ts';

export interface RunningProps {
  readonly positions: ReturnType<typeof useRunning>;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}
const OVERDUE_MS = 3000;
const NONE: readonly PositionRow[] = [];

export function Running({ positions: asked, chosen, onChoose }: RunningProps) {
  const { t } = useTranslation();
  const positions = asked.data ?? NONE;
  const { rows, more } = useShownRows(positions);
  return (
    <section aria-label={t('seconds.running')} className="bg-panel px-3 pt-2.5 pb-3">
      <h2 className="mb-2 text-[12.5px] font-medium">
        {t('seconds.running')}{' '}
        {asked.data !== undefined && (
          <span translate="no" className="num notranslate text-mut">
            {positions.length}
          </span>
        )}
        {positions.length > 0 && (
          <span role="status" className="text-mut ml-3 font-normal">
            {t('seconds.unfinished', { count: positions.length })}
          </span>
        )}
      </h2>
      {asked.isLoading ? (
        <Waiting />
      ) : asked.isError && asked.data === undefined ? (
        <LineFailed query={asked} className="h-[72px]" />
      ) : positions.length === 0 ? (
        <p className="text-mut border-line grid h-[72px] place-items-center rounded-lg border border-dashed">
          {t('seconds.noRunning')}
        </p>
      ) : (
        <ul className="grid grid-cols-3 gap-2 min-[1800px]:grid-cols-4 min-[2300px]:grid-cols-5">
          {rows.map((position) => (
            <Card
              key={position.id}
              position={position}
              chosen={position.id === chosen}
              onChoose={() => onChoose(position.id)}
            />
          ))}
        </ul>
      )}
      {more.isThere && (
        <Button size="xs" tone="ghost" className="mx-auto mt-2" onClick={more.load}>
          {t('common.loadMore')}
        </Button>
      )}
    </section>
  );
}

/** A placeholder with the height of one row of positions. */
function Waiting() {
  return (
    <div
      aria-hidden
      className="grid h-[72px] grid-cols-3 gap-2 min-[1800px]:grid-cols-4 min-[2300px]:grid-cols-5"
    >
      <div className="border-line flex items-center gap-3 rounded-lg border px-3">
        <i className="skeleton size-10 rounded-full!" />
        <i className="skeleton h-3 w-28" />
        <i className="skeleton ml-auto h-3 w-16" />
      </div>
    </div>
  );
}

interface CardProps {
  readonly position: PositionRow;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}
function Card({ position, chosen, onChoose }: CardProps) {
  const { t } = useTranslation();
  const now = useServerNow();
  const price = priceIn(useLastTick(), `${position.baseCoin}${position.quoteCoin}`.toLowerCase());
  const decimals = useIndexDecimals(position);
  const quoteDecimals = useCoinDecimals(position.quoteCoin);
  const progress = progressOf(position, now, { price, quoteDecimals });
  useRefreshWhenOverdue(position, now);
  return (
    <li>
      <button
        type="button"
        aria-pressed={chosen}
        data-testid="running-position"
        onClick={onChoose}
        className={classNames(
          'flex w-full items-center gap-3 rounded-lg border px-3 py-2 text-left',
          chosen ? 'border-brand/60 bg-brand-soft/40' : 'border-line hover:border-edge',
        )}
      >
        <Ring progress={progress} up={position.direction === 'up'} />
        <span className="min-w-0 flex-1">
          <Line
            left={
              <b className="text-[13px] font-semibold">
                <Code>
                  {position.baseCoin}/{position.quoteCoin}
                </Code>{' '}
                <span className={position.direction === 'up' ? 'text-up' : 'text-down'}>
                  {t(`seconds.${position.direction}`)}
                </span>
              </b>
            }
            right={
              <span className="text-mut">
                {t('common.seconds', { count: position.holdingTime })} ·{' '}
                <Num value={position.openAmount} decimals={2} />
              </span>
            }
          />
          <Line
            left={
              <span className="text-mut">
                {position.openPrice === null ? (
                  t('seconds.waitingTick')
                ) : (
                  <>
                    {t('seconds.open')} <Num value={position.openPrice} decimals={decimals} />
                  </>
                )}
              </span>
            }
            right={<Num className="text-mut" value={progress.difference} decimals={decimals} signed />}
          />
          <Line
            left={<span className="text-mut">{t('seconds.ifNow')}</span>}
            right={<Num className="font-semibold" value={progress.net} decimals={2} signed toned />}
          />
        </span>
      </button>
    </li>
  );
}

function Line({ left, right }: { readonly left: React.ReactNode; readonly right: React.ReactNode }) {
  return (
    <span className="flex items-baseline justify-between gap-2">
      {left}
      {right}
    </span>
  );
}

function Ring({ progress, up }: { readonly progress: Progress; readonly up: boolean }) {
  const { t } = useTranslation();
  const length = 2 * Math.PI * 21;
  const { secondsLeft, shareLeft } = progress;
  return (
    <svg
      viewBox="0 0 50 50"
      className="size-[54px] shrink-0"
      role="img"
      aria-label={t('seconds.left', { count: secondsLeft })}
    >
      <circle cx="25" cy="25" r="21" fill="none" stroke="var(--line)" strokeWidth="3.5" />
      <circle
        cx="25"
        cy="25"
        r="21"
        fill="none"
        stroke={up ? 'var(--up)' : 'var(--down)'}
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeDasharray={`${shareLeft * length} ${length}`}
        transform="rotate(-90 25 25)"
      />
      <text x="25" y="29.5" textAnchor="middle" className="num notranslate fill-fg text-[14px] font-semibold">
        {progress.phase === 'settling' ? '…' : secondsLeft}
      </text>
    </svg>
  );
}

/** Fetches the positions again if the stream does not report the end of one in time. */
function useRefreshWhenOverdue(position: PositionRow, now: number): void {
  const dueMs = (position.openTime ?? position.time) + position.holdingTime * 1000;
  const overdueSteps = Math.max(0, Math.floor((now - dueMs) / OVERDUE_MS));
  useEffect(() => {
    if (overdueSteps > 0) refreshPositions();
  }, [overdueSteps]);
}
