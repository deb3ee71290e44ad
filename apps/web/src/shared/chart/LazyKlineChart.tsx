/** The chart's place on the page, so that its script can come later without moving anything. */
import { lazy, Suspense } from 'react';
import type { KlineChartProps } from './KlineChart.tsx';
import { ChartWaiting } from './ChartWaiting.tsx';
import { loadPart } from '#shared/chunk.ts';

const KlineChart = lazy(() => loadPart(() => import('./KlineChart.tsx')));

export function LazyKlineChart(props: KlineChartProps) {
  return (
    <Suspense fallback={<ChartWaiting />}>
      <KlineChart {...props} />
    </Suspense>
  );
}
