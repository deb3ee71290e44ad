/** The positions of ticks and lines in the tick chart. Pure geometry. */
import type { PublicTick } from '@glasshouse/protocol/market';

export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly x: (timeMs: number) => number;
  readonly y: (price: number) => number;
  readonly priceLines: readonly number[];
  readonly timeLines: readonly number[];
}
export interface PlotOptions {
  readonly width: number;
  readonly height: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly prices: readonly number[];
  /** The smallest step of a price. */
  readonly priceStep: number;
}
export const AXIS_RIGHT = 90;
export const AXIS_BOTTOM = 24;
const PRICE_LINES_MAX = 8;
const TIME_STEPS_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000];
const TIME_LINES_MAX = 9;

export function plotOf({ width, height, fromMs, toMs, prices, priceStep }: PlotOptions): Plot {
  const right = Math.max(10, width - AXIS_RIGHT);
  const bottom = height - AXIS_BOTTOM;
  const [low, high] = padded(Math.min(...prices), Math.max(...prices), priceStep);
  const priceGrid = niceStep((high - low) / PRICE_LINES_MAX);
  const timeGrid = TIME_STEPS_MS.find((step) => (toMs - fromMs) / step <= TIME_LINES_MAX) ?? 3_600_000;
  return {
    width: right,
    height: bottom,
    x: (timeMs) => ((timeMs - fromMs) / (toMs - fromMs)) * right,
    y: (price) => 10 + (1 - (price - low) / (high - low)) * (bottom - 20),
    priceLines: multiples(low, high, priceGrid),
    timeLines: multiples(fromMs, toMs, timeGrid),
  };
}

/** The displayed ticks: a window that ends now, extended back to the oldest running position. */
export function windowOf(
  ticks: readonly PublicTick[],
  spanMs: number,
  oldestMs: number | undefined,
): readonly PublicTick[] {
  const newest = ticks.at(-1)?.timeMs ?? 0;
  const from = Math.min(newest - spanMs, (oldestMs ?? newest) - 10_000);
  return ticks.filter((tick) => tick.timeMs >= from);
}

function padded(low: number, high: number, step: number): [number, number] {
  const pad = Math.max((high - low) * 0.12, step * 3);
  return [low - pad, high + pad];
}
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}
function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}
