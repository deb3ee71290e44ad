/** How far back the reader's own orders of a product are listed and saved. */
import { Button, buttonClass } from '@glasshouse/ui';
import { useMemo, type ReactNode } from 'react';
import { serverNow } from '#data/server-time.ts';
import { useTranslation } from '#shared/i18n.ts';
import { FilterSelect } from '#shared/lists/FilterSelect.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import type { ProductFilter } from '#shared/product-records.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { CsvButton, type CsvButtonProps } from './CsvButton.tsx';

const PERIODS = ['all', '30d', '180d', '365d'] as const;
export type Period = (typeof PERIODS)[number];
const DAY_MS = 86_400_000;

/**
 * The start of a period: the beginning of a day, so that the list does not change while it is read.
 */
export function periodFilter(period: Period, nowMs: number): Pick<ProductFilter, 'startTime'> {
  if (period === 'all') return {};
  return { startTime: (Math.floor(nowMs / DAY_MS) - Number.parseInt(period)) * DAY_MS };
}

export interface ChosenPeriod {
  readonly period: Period;
  readonly filter: Pick<ProductFilter, 'startTime'>;
  readonly choose: (period: Period) => void;
}

/** Kept in the address as `since`. */
export function usePeriod(): ChosenPeriod {
  const [period, choose] = useUrlChoice('since', PERIODS);
  const filter = useMemo(() => periodFilter(period, serverNow()), [period]);
  return { period, filter, choose };
}

interface EmptyList {
  /** Shown to a user without any entry, with a link to where entries come from. */
  readonly text: string;
  readonly page: string;
  readonly link: string;
}

/** What an empty list says: a period that is empty leads back to all of them. */
export function useEmpty({ period, choose }: ChosenPeriod, { text, page, link }: EmptyList) {
  const { t } = useTranslation();
  if (period === 'all') {
    const emptyAction = (
      <PageLink to={page} className={buttonClass('plain', 'sm')}>
        {link}
      </PageLink>
    );
    return { emptyText: text, emptyAction };
  }
  const emptyAction = (
    <Button size="sm" onClick={() => choose('all')}>
      {t('terms.showAll')}
    </Button>
  );
  return { emptyText: t('terms.noneSince'), emptyAction };
}

/**
 * The controls at the end of the tabs: the choice of the period, and the button that saves the
 * listed rows as CSV.
 */
export function PeriodAndFile({ of, save }: CsvButtonProps & { readonly of: ChosenPeriod }): ReactNode {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-2">
      <FilterSelect
        label={t('terms.period')}
        options={PERIODS.map((each) => [each, t(`terms.periods.${each}`)] as const)}
        value={of.period}
        onValue={of.choose}
      />
      <CsvButton save={save} />
    </span>
  );
}
