/** What comes back, and when: a bar for each hold and each running contract. */
import { Button, Card, CoinMark, DateTime, Empty, saveFile, SkeletonRows } from '@glasshouse/ui';
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCatalogue } from '#data/pairs.ts';
import { serverNow } from '#data/server-time.ts';
import { useLivePositions, useRunning, type PositionRow } from '#features/seconds-contract/calls.ts';
import { netIf } from '#features/seconds-contract/countdown.ts';
import { useServerNow } from '#features/seconds-contract/useServerNow.ts';
import { useFollowWithdrawals, useHolds, type Hold } from '#features/withdrawal/calls.ts';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { LineFailed } from '#shared/lists/PagedBody.tsx';
import { calendarFile } from './calendar-file.ts';
import { useHeldByProducts } from './held-by-products.ts';
import type { Lock } from '#shared/product-locks.ts';
import { bySoonest, inTime, marksOf, shareOf, spanOf, type Ending } from './comes-back.ts';

const ROW = 'grid h-[38px] grid-cols-[300px_minmax(0,1fr)_150px_260px] items-center gap-4 px-5';
/** As high as the card is when nothing is locked. */
const LOADING = { rows: 4, height: 32 } as const;
/** No coin has more in the ledger. */
const EXACT_DECIMALS = 8;

interface Item extends Ending {
  readonly key: string;
  readonly coin: string | null;
  readonly name: ReactNode;
  readonly kind: ReactNode;
  /** Says what ends the item if no time does. */
  readonly endsWhen?: string;
  readonly gets: ReactNode;
  readonly bar: 'contract' | 'product' | 'hold';
}

export function ComesBack() {
  const { t } = useTranslation();
  useLivePositions();
  useFollowWithdrawals();
  const running = useRunning();
  const holds = useHolds();
  const products = useHeldByProducts();
  const failed =
    [running, holds].find(({ isError, data }) => isError && data === undefined) ?? products.failed;
  const contractOf = useContractItem();
  const holdOf = useHoldItem();
  const items = [
    ...(running.data ?? []).map(contractOf),
    ...(products.locks ?? []).map(productItem),
    ...(holds.data?.list ?? []).map(holdOf),
  ];
  const isKnown = [running.data, holds.data, products.locks].every((part) => part !== undefined);
  return (
    <Card
      padded={false}
      className="overflow-hidden"
      title={t('portfolio.back.title')}
      aside={t('portfolio.back.aside')}
      right={<SaveCalendar locks={products.locks ?? []} />}
    >
      {failed !== undefined ? (
        <LineFailed query={failed} className="h-[76px]" />
      ) : !isKnown ? (
        <SkeletonRows {...LOADING} />
      ) : items.length === 0 ? (
        <Empty title={t('portfolio.back.none')} text={t('portfolio.back.noneText')} />
      ) : (
        <Timeline items={bySoonest(items)} />
      )}
    </Card>
  );
}

/** Holds and contracts end by themselves, within days: the calendar is for what products return. */
function SaveCalendar({ locks }: { readonly locks: readonly Lock[] }) {
  const { t } = useTranslation();
  const days = locks.flatMap(({ key, name, endMs }) =>
    endMs === null ? [] : [{ key, title: t('portfolio.back.event', { name }), atMs: endMs }],
  );
  const save = () => {
    const file = calendarFile(days, { host: window.location.hostname, nowMs: serverNow() });
    saveFile({ name: 'glasshouse.ics', content: new Blob([file], { type: 'text/calendar' }) });
  };
  return (
    <Button size="sm" disabled={days.length === 0} onClick={save}>
      <CalendarPlus aria-hidden size={14} />
      {t('portfolio.back.calendar')}
    </Button>
  );
}

function Timeline({ items }: { readonly items: readonly Item[] }) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const spanMs = spanOf(items, nowMs);
  return (
    <>
      <div aria-hidden className={`${ROW} text-mut border-line border-t text-[12px]`}>
        <span>{t('portfolio.back.what')}</span>
        <Axis nowMs={nowMs} spanMs={spanMs} />
        <span>{t('portfolio.back.ends')}</span>
        <span className="text-right">{t('portfolio.back.gets')}</span>
      </div>
      <ul aria-label={t('portfolio.back.title')}>
        {items.map((item) => (
          <Row key={item.key} item={item} nowMs={nowMs} share={shareOf(item, { nowMs, spanMs })} />
        ))}
      </ul>
      <p className="border-line text-mut flex min-h-11 items-center border-t px-5 py-2">
        {t('portfolio.back.note')}
      </p>
    </>
  );
}

/** The space beside the longest bar in a row's middle column, for the words after the bar. */
const AFTER_BAR = '110px';
const lengthOf = (share: number): string => `calc((100% - ${AFTER_BAR}) * ${share.toFixed(4)})`;

/** The dates that the bars reach to. */
function Axis({ nowMs, spanMs }: { readonly nowMs: number; readonly spanMs: number }) {
  const { t } = useTranslation();
  return (
    <span className="relative h-full">
      <span className="text-fg absolute inset-y-0 flex items-center">{t('portfolio.back.today')}</span>
      {marksOf(nowMs, spanMs).map(({ timeMs, share }) => (
        <span
          key={timeMs}
          className="border-line absolute inset-y-0 flex items-center border-l pl-1.5"
          style={{ left: lengthOf(share) }}
        >
          <DateTime timeMs={timeMs} kind="day" />
        </span>
      ))}
    </span>
  );
}

/** Cannot be touched; the end mark is solid. */
const HATCHED = 'bg-[repeating-linear-gradient(-45deg,currentColor_0_1px,transparent_1px_7px)] opacity-60';
/** No day ends it. */
const FADING = '[mask-image:linear-gradient(to_right,black_30%,transparent)]';
const BARS = {
  contract: 'text-brand border-brand bg-brand/15',
  product: 'text-good border-good bg-good/15',
  hold: 'text-warn border-warn bg-warn/15',
} as const;

interface RowProps {
  readonly item: Item;
  readonly nowMs: number;
  readonly share: number;
}
function Row({ item, nowMs, share }: RowProps) {
  const { t, language } = useTranslation();
  const { coin, name, kind, endMs, endsWhen, gets, bar } = item;
  return (
    <li className={`${ROW} border-line border-t`}>
      <span className="flex min-w-0 items-center gap-2.5">
        {coin === null ? (
          <i aria-hidden className="bg-raised size-[18px] rounded-full" />
        ) : (
          <CoinMark code={coin} size={18} />
        )}
        <b className="font-medium whitespace-nowrap">{name}</b>
        <span className="text-mut truncate">{kind}</span>
      </span>
      <span className="flex min-w-0 items-center gap-3">
        <i
          aria-hidden
          className={`h-3 shrink-0 ${HATCHED} ${endMs === null ? FADING : 'border-r-2'} ${BARS[bar]}`}
          style={{ width: lengthOf(share) }}
        />
        <span className="text-mut whitespace-nowrap">
          {endMs !== null && (endMs > nowMs ? inTime(endMs - nowMs, language) : t('portfolio.back.now'))}
        </span>
      </span>
      {endMs === null ? (
        <span className="text-mut">{endsWhen ?? '–'}</span>
      ) : (
        <DateTime timeMs={endMs} kind="short" className="text-mut" />
      )}
      <span className="text-right">{gets}</span>
    </li>
  );
}

const productItem = (lock: Lock): Item => ({ bar: 'product', ...lock });

/** Makes the row of a running contract. Before the contract's first price its end is not known. */
function useContractItem(): (position: PositionRow) => Item {
  const { t } = useTranslation();
  const assets = useCatalogue()?.assets;
  return (position) => {
    const { id, baseCoin, quoteCoin, openTime, holdingTime, direction } = position;
    const decimals = assets?.find(({ code }) => code === quoteCoin)?.decimals ?? EXACT_DECIMALS;
    const net = (result: 'win' | 'lose') => (
      <Balance value={netIf(position, result, decimals)} decimals={2} signed toned />
    );
    return {
      key: `contract ${id}`,
      bar: 'contract',
      coin: baseCoin,
      name: `${baseCoin}/${quoteCoin} #${id}`,
      kind: t(`seconds.${direction}`),
      endMs: openTime === null ? null : openTime + holdingTime * 1000,
      endsWhen: t('portfolio.back.open'),
      gets: (
        <>
          <span className="text-mut">{t('portfolio.back.right')}</span> {net('win')}
          <span className="text-mut"> · {t('portfolio.back.wrong')}</span> {net('lose')}{' '}
          <span className="text-mut">{quoteCoin}</span>
        </>
      ),
    };
  };
}

function useHoldItem(): (hold: Hold) => Item {
  const { t } = useTranslation();
  return ({ id, currency, amount, reason, untilTime }) => ({
    key: `hold ${id}`,
    bar: 'hold',
    coin: currency,
    name: currency ?? t('portfolio.back.all'),
    kind: t('portfolio.back.hold', { reason: t(`withdrawal.holds.${reason}`) }),
    endMs: untilTime,
    endsWhen: t('withdrawal.holds.untilFinal'),
    gets: currency === null ? '–' : <Balance value={amount} decimals={EXACT_DECIMALS} unit={currency} />,
  });
}
