/** The grid of the panels of the trading pages, also used while they load. */
import '#shared/panel-sizes.ts';

/** `.trade-grid` is in app.css. */
export const TRADE_GRID = 'trade-grid relative grid min-h-0 flex-1 gap-[3px] pt-[3px]';
export const SECONDS_GRID =
  'grid flex-1 grid-cols-[minmax(0,1fr)_var(--ticket-width,340px)] min-[1800px]:grid-cols-[minmax(0,1fr)_var(--ticket-width,380px)] gap-[3px] pt-[3px]';
