/** The grid of the panels of the trading pages, also used while they load. */

export const TRADE_GRID =
  'relative grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_280px_288px] grid-rows-[54px_minmax(0,1fr)_232px] gap-[3px] pt-[3px] min-[1400px]:grid-cols-[minmax(0,1fr)_296px_304px] min-[1800px]:grid-cols-[minmax(0,1fr)_580px_320px] min-[1800px]:grid-rows-[54px_minmax(0,1fr)_260px] min-[2300px]:grid-cols-[minmax(0,1fr)_660px_360px] min-[2300px]:grid-rows-[54px_minmax(0,1fr)_320px]';
export const SECONDS_GRID =
  'grid flex-1 grid-cols-[minmax(0,1fr)_340px] min-[1800px]:grid-cols-[minmax(0,1fr)_380px] gap-[3px] pt-[3px]';
