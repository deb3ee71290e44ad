/** Reserves the chart's space, so that loading its script moves nothing. */
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
