/** The chart's place on the page, so that its script can come later without moving anything. */
import { lazy, Suspense } from 'react';
import type { KlineChartProps } from './KlineChart.tsx';

const KlineChart = lazy(() => import('./KlineChart.tsx'));

export function LazyKlineChart(props: KlineChartProps) {
  return (
    <Suspense fallback={<div className="min-h-0 flex-1" />}>
      <KlineChart {...props} />
    </Suspense>
  );
}
