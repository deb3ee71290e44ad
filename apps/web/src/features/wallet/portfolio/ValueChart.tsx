/** The value of all accounts over time. */
import { formatNumber } from '@glasshouse/ui';
import { Curve } from '#shared/curve/Curve.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { ValuePoint } from './value-line.ts';

export function ValueChart({ points }: { readonly points: readonly ValuePoint[] }) {
  const { t } = useTranslation();
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const money = (value: string) => formatNumber(value, { decimals: 2 });
  return (
    <Curve
      points={points}
      label={t('portfolio.chart', { from: money(first.value), to: money(last.value) })}
      valueText={(value) => `${money(value)} USDT`}
      levelText={(value, step) => formatNumber(value, { decimals: step < 1 ? 2 : 0 })}
    />
  );
}
