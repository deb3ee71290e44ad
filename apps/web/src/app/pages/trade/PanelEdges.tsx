/** The edges between the panels of the trading page. */
import { PanelEdge } from '#shared/PanelEdge.tsx';

/**
 * Each lies over the gap before its panel. They take no cell of the grid, because they are
 * positioned.
 */
export function PanelEdges() {
  return (
    <>
      <PanelEdge panel="book" className="col-start-2 row-start-2 -left-[6px]" sizeIn={bookIn} />
      <PanelEdge panel="form" className="col-start-3 row-start-2 -left-[6px]" sizeIn={formIn} />
      <PanelEdge panel="orders" className="col-start-1 col-end-2 row-start-3 -top-[6px]" sizeIn={ordersIn} />
    </>
  );
}

const track = (tracks: string, index: number): number => Number.parseFloat(tracks.split(' ')[index] ?? '0');
const bookIn = (grid: HTMLElement): number => track(getComputedStyle(grid).gridTemplateColumns, 1);
const formIn = (grid: HTMLElement): number => track(getComputedStyle(grid).gridTemplateColumns, 2);
const ordersIn = (grid: HTMLElement): number => track(getComputedStyle(grid).gridTemplateRows, 2);
