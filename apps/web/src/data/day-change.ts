/** The 24-hour change. Pure. */
import type { DayTick } from '@glasshouse/protocol/market';

/** As a ratio of the opening price; undefined until the day's figures are known. */
export function changeOf(tick: DayTick | undefined): number | undefined {
  if (tick === undefined) return undefined;
  return tick.open === 0 ? 0 : (tick.close - tick.open) / tick.open;
}
