/** Reserves the chart's space, so that loading its script moves nothing. */
import { lazy, Suspense } from 'react';
import type { KlineChartProps } from './KlineChart.tsx';
import { ChartWaiting } from './ChartWaiting.tsx';
import { loadPart } from '#shared/chunk.ts';
import { useRedUp } from '#shared/theme.ts';

const KlineChart = lazy(() => loadPart(() => import('./KlineChart.tsx')));

export function LazyKlineChart(props: KlineChartProps) {
  // A chart reads its colours once, so other ones make another chart.
  const redUp = useRedUp();
  return (
    <Suspense fallback={<ChartWaiting />}>
      <KlineChart key={redUp ? 'red' : 'green'} {...props} />
    </Suspense>
  );
}
