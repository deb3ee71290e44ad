/** The terms of a project in a row, and the total that users have subscribed so far. */
import { DateTime, formatNumber, Num } from '@glasshouse/ui';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Big } from 'big.js';
import { useTranslation } from '#shared/i18n.ts';
import type { ProjectRow } from './calls.ts';
import { useMarketCapClaim } from './market-cap.ts';
import { coverOf } from './sale.ts';

const SHORT = { decimals: 8, decimalsMin: 0 } as const;
const MONEY = { decimals: 2 } as const;

export function percentOf(project: Pick<ProjectRow, 'forSale' | 'supply'>): string {
  return new Big(project.forSale).div(project.supply).times(100).round(2, Big.roundDown).toFixed();
}

export function ProjectFacts({ project }: { readonly project: ProjectRow }) {
  const { t } = useTranslation();
  const { price, currency, forSale, supply, raise, minAmount, maxPerOwner, listsTime, coin } = project;
  return (
    <>
      <dl className="grid grid-cols-5 gap-4">
        <Fact name={t('market.price')}>
          <Num value={price} {...SHORT} decimalsMin={2} unit={currency} />
        </Fact>
        <Fact
          name={t('subscription.forSale')}
          note={t('subscription.ofSupply', { percent: percentOf(project) })}
        >
          <Num value={forSale} {...SHORT} />
        </Fact>
        <Fact
          name={t('subscription.raise')}
          note={t('subscription.supply', { supply: groups(supply), coin })}
        >
          <Num value={raise} {...SHORT} unit={currency} />
        </Fact>
        <Fact name={t('subscription.perPerson')} note={currency}>
          <Num value={minAmount} {...SHORT} /> – <Num value={maxPerOwner} {...SHORT} />
        </Fact>
        <Fact name={t('subscription.onSpotFrom')} note={`${coin}/${currency}`}>
          <DateTime timeMs={listsTime} kind="short" />
        </Fact>
      </dl>
      <MarketCapLine project={project} />
    </>
  );
}

/** The claim of the project's initial market capitalisation; `isShort` without its reasons. */
export function MarketCapLine({
  project,
  isShort = false,
}: {
  readonly project: ProjectRow;
  readonly isShort?: boolean;
}) {
  const claim = useMarketCapClaim()(project);
  return (
    <p className="mt-3 min-h-5 text-[12.5px] leading-5">
      {claim !== undefined && (
        <>
          <span className="font-medium">{claim.sentence}</span>
          {!isShort && <span className="text-mut"> · {claim.why}</span>}
        </>
      )}
    </p>
  );
}

const groups = (value: string): string => new Intl.NumberFormat('en-US').format(Number(value));

interface FactProps {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}
function Fact({ name, note, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-mut text-[12.5px]">{name}</dt>
      <dd translate="no" className="num notranslate mt-0.5 truncate text-[17px] leading-6 font-semibold">
        {children}
      </dd>
      <dd className="text-mut min-h-[18px] truncate text-[12px]">{note}</dd>
    </div>
  );
}

/**
 * A bar of the subscribed total beside the raise, with a mark at the total that sells all coins.
 */
export function PaidIn({ project }: { readonly project: ProjectRow }) {
  const { t } = useTranslation();
  const { total, cancellable, raise, currency, subscribers } = project;
  const cover = coverOf(project);
  const filled = Math.min(1, cover) * 100;
  const mark = cover > 1 ? 100 / cover : 100;
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4">
        <span>
          <Num value={total} {...MONEY} className="text-[15px] font-semibold" />{' '}
          <span className="text-mut">{t('subscription.paidIn', { coin: currency })}</span>
        </span>
        <span className="text-mut">
          <b
            translate="no"
            className={`num notranslate font-semibold ${cover > 1 ? 'text-warn' : 'text-fg'}`}
          >
            {cover.toFixed(2)}×
          </b>{' '}
          {t('subscription.ofRaise')}
        </span>
      </p>
      <div aria-hidden className="bg-line2 relative mt-2 h-1.5 rounded-full">
        <i className="bg-brand block h-full rounded-full" style={{ width: `${filled}%` }} />
        {cover > 1 && <i className="bg-fg absolute -top-1 h-3.5 w-0.5" style={{ left: `${mark}%` }} />}
      </div>
      {Number(cancellable) > 0 && (
        <p className="text-warn mt-1.5 text-[12.5px]">
          {t('subscription.cancellable', { amount: formatNumber(cancellable, SHORT), coin: currency })}
        </p>
      )}
      <p className="text-mut mt-1.5 flex justify-between gap-4 text-[12.5px]">
        <span>
          {t('subscription.raise')} <Num value={raise} {...SHORT} unit={currency} />
        </span>
        <span className="flex items-center gap-1.5">
          <Users aria-hidden size={13} />
          {t('subscription.people', { count: subscribers })}
        </span>
      </p>
    </div>
  );
}
