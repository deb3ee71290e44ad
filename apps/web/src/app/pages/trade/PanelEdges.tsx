/** The edges between the panels of the trading page. */
import { PanelEdge, type PanelEdgeProps } from '#shared/PanelEdge.tsx';
import { useTranslation } from '#shared/i18n.ts';

/**
 * Each lies over the gap before its panel. They take no cell of the grid, because they are
 * positioned.
 */
export function PanelEdges() {
  return (
    <>
      <NamedEdge panel="book" className="col-start-2 row-start-2 -left-[6px]" sizeIn={bookIn} />
      <NamedEdge panel="form" className="col-start-3 row-start-2 -left-[6px]" sizeIn={formIn} />
      <NamedEdge panel="orders" className="col-start-1 col-end-2 row-start-3 -top-[6px]" sizeIn={ordersIn} />
    </>
  );
}

type NamedEdgeProps = Omit<PanelEdgeProps, 'label'> & {
  readonly panel: 'book' | 'form' | 'orders' | 'deals' | 'dealsBeside';
};
/** An edge with its texts. */
export function NamedEdge(props: NamedEdgeProps) {
  const { t } = useTranslation();
  return <PanelEdge {...props} label={t(`spot.panels.${props.panel}`)} />;
}

const track = (tracks: string, index: number): number => Number.parseFloat(tracks.split(' ')[index] ?? '0');
const bookIn = (grid: HTMLElement): number => track(getComputedStyle(grid).gridTemplateColumns, 1);
const formIn = (grid: HTMLElement): number => track(getComputedStyle(grid).gridTemplateColumns, 2);
const ordersIn = (grid: HTMLElement): number => track(getComputedStyle(grid).gridTemplateRows, 2);
