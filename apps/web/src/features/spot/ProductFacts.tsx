/** The terms of spot trading, on its card. */
import { formatPercent } from '@glasshouse/ui';
import { useCatalogue } from '#data/pairs.ts';
import { FactRows } from '#shared/FactRows.tsx';
import { useTranslation } from '#shared/i18n.ts';

export function ProductFacts() {
  const { t } = useTranslation();
  const catalogue = useCatalogue();
  const pair = catalogue?.pairs[0];
  const rate = (ppm: number | undefined) =>
    ppm === undefined ? '–' : formatPercent(ppm / 1_000_000, { signed: false, decimalsMin: 2 });
  return (
    <FactRows
      rows={[
        [t('section.spot.pairs'), catalogue?.pairs.length ?? '–'],
        [t('section.spot.makerFee'), rate(pair?.makerFeePpm)],
        [t('section.spot.takerFee'), rate(pair?.takerFeePpm)],
      ]}
    />
  );
}
