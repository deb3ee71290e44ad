/** The chart of a fund's NAV. */
import { formatNumber } from '@glasshouse/ui';
import { Curve, SmallCurve } from '#shared/curve/Curve.tsx';
import type { CurvePoint } from '#shared/curve/curve-plot.ts';
import { useTranslation } from '#shared/i18n.ts';

const DECIMALS_MAX = 8;

const navText = (value: string | number): string => formatNumber(value, { decimals: 4 });

/** A grid label, with enough decimals to tell neighbouring levels apart. */
function levelText(value: number, step: number): string {
  const decimals = Math.min(DECIMALS_MAX, Math.max(2, Math.ceil(-Math.log10(step))));
  return formatNumber(value, { decimals });
}

interface NavChartProps {
  readonly points: readonly CurvePoint[];
  /** Draws the curve alone, without axes and crosshair. */
  readonly isSmall?: boolean;
}
export function NavChart({ points, isSmall = false }: NavChartProps) {
  const { t } = useTranslation();
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const label = t('fund.chart', { from: navText(first.value), to: navText(last.value) });
  return isSmall ? (
    <SmallCurve points={points} label={label} />
  ) : (
    <Curve points={points} label={label} valueText={navText} levelText={levelText} />
  );
}
