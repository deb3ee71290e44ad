/** What the value consists of: by coin or by account, as a ring and as figures. */
import { COIN_MARKS, Empty, formatPercent, Segmented } from '@glasshouse/ui';
import { useState } from 'react';
import { ACCOUNT_ORDER, useAllAssets, type AccountNumber } from '#data/assets.ts';
import { Balance } from '#shared/Balance.tsx';
import { BALANCE_MASK, useHiddenBalances } from '#shared/hidden-balances.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { percentsOf, sharesOf, sumOf, type Part, type Share } from './shares.ts';

const RING_PX = 116;
const RING_WIDTH = 15;
const RADIUS = (RING_PX - RING_WIDTH) / 2;
const AROUND = 2 * Math.PI * RADIUS;
const GAP = 2;
const SHARES_MAX = 5;
const ACCOUNT_COLOURS = ['var(--color-brand)', '#26a17b', '#a78bfa', '#d69e2e', '#6b7a90'] as const;
const REST_COLOUR = 'var(--dim)';
const BY = ['coins', 'accounts'] as const;

export function Allocation() {
  const { t } = useTranslation();
  const [by, setBy] = useState<(typeof BY)[number]>('coins');
  const hidden = useHiddenBalances();
  const { coins, accounts, isKnown, failed } = useParts();
  const parts = by === 'coins' ? coins : accounts;
  const shares = isKnown ? sharesOf(parts, SHARES_MAX, t('portfolio.others')) : [];
  const percents = percentsOf(shares);
  const colourOf = (share: Share): string =>
    by === 'coins'
      ? (COIN_MARKS[share.name]?.[0] ?? REST_COLOUR)
      : (ACCOUNT_COLOURS[accounts.findIndex(({ name }) => name === share.name)] ?? REST_COLOUR);
  return (
    <section
      aria-label={t('portfolio.allocation')}
      className="border-line bg-panel min-h-[326px] rounded-xl border p-5"
    >
      <div className="flex items-center">
        <h2 className="text-[15px] font-semibold">{t('portfolio.allocation')}</h2>
        <span className="ml-auto">
          <Segmented
            label={t('portfolio.allocation')}
            items={BY.map((id) => ({ id, label: t(`portfolio.by.${id}`) }))}
            value={by}
            onValue={setBy}
          />
        </span>
      </div>
      {failed !== undefined ? (
        <ListFailed error={failed.error} onRetry={failed.refetch} />
      ) : isKnown && shares.length === 0 ? (
        <Empty title={t('l.noData')} text={t('portfolio.empty')} />
      ) : (
        <>
          {/* The parts of the ring would reveal the hidden amounts. */}
          <Ring shares={hidden ? [] : shares} colourOf={colourOf} />
          <ul className="mt-3 grid gap-1.5 text-[12.5px]">
            {shares.map((share, at) => (
              <li key={share.name} className="flex items-center gap-2.5">
                <i aria-hidden className="size-2.5 rounded-sm" style={{ background: colourOf(share) }} />
                {share.name}
                <span className="text-mut ml-auto">
                  <Balance value={share.value} decimals={2} />
                </span>
                <span translate="no" className="num notranslate w-14 text-right font-semibold">
                  {hidden ? BALANCE_MASK : formatPercent(percents[at] ?? 0, { signed: false })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface RingProps {
  readonly shares: readonly Share[];
  readonly colourOf: (share: Share) => string;
}
function Ring({ shares, colourOf }: RingProps) {
  const middle = RING_PX / 2;
  return (
    <svg aria-hidden width={RING_PX} height={RING_PX} className="mx-auto mt-3 block -rotate-90">
      <circle
        cx={middle}
        cy={middle}
        r={RADIUS}
        fill="none"
        stroke="var(--raised)"
        strokeWidth={RING_WIDTH}
      />
      {shares.map((share) => {
        const length = Math.max(1, share.ratio * AROUND - (shares.length > 1 ? GAP : 0));
        return (
          <circle
            key={share.name}
            cx={middle}
            cy={middle}
            r={RADIUS}
            fill="none"
            stroke={colourOf(share)}
            strokeWidth={RING_WIDTH}
            strokeDasharray={`${length} ${AROUND - length}`}
            strokeDashoffset={-share.start * AROUND}
          />
        );
      })}
    </svg>
  );
}

/** Values by coin over all accounts, and by account. */
function useParts(): {
  readonly coins: readonly Part[];
  readonly accounts: readonly Part[];
  readonly isKnown: boolean;
  /** An account whose balances could not be read, and were not known before. */
  readonly failed: ReturnType<typeof useAllAssets>[AccountNumber] | undefined;
} {
  const { t } = useTranslation();
  const assets = useAllAssets();
  const rows = Object.values(assets).flatMap(({ data }) => data?.list ?? []);
  const names = [...new Set(rows.map(({ currencyName }) => currencyName))];
  return {
    coins: names.map((name) => ({
      name,
      value: sumOf(rows.filter((row) => row.currencyName === name).map(({ total: value }) => ({ value }))),
    })),
    accounts: ACCOUNT_ORDER.map((account) => ({
      name: t(`wallet.accounts.${account}`),
      value: assets[account].data?.totalValue ?? '0',
    })),
    isKnown: Object.values(assets).every(({ data }) => data !== undefined),
    failed: Object.values(assets).find(({ data, isError }) => isError && data === undefined),
  };
}
