/** Shapes that klinecharts does not bring: a box, and a measure that tells change, percent and bars between two points. */
import { registerOverlay, type Coordinate, type OverlayFigure } from 'klinecharts';
import { formatNumber, formatPercent } from '@glasshouse/ui';

const FAMILY = 'Inter Variable, Inter, system-ui, sans-serif';
const BRAND = '#009dd9';
const MINUS = '\u2212';

registerOverlay({
  name: 'box',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates }) => boxOf(coordinates),
});

registerOverlay({
  name: 'measure',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ chart, overlay, coordinates }) => {
    const [from, to] = coordinates;
    const [first, last] = overlay.points;
    if (from === undefined || to === undefined) return [];
    if (first?.value === undefined || last?.value === undefined) return [];
    const change = last.value - first.value;
    const bars = Math.round(Math.abs(to.x - from.x) / chart.getBarSpace().bar);
    const decimals = chart.getSymbol()?.pricePrecision ?? 2;
    const parts = [
      `${change < 0 ? MINUS : '+'}${formatNumber(Math.abs(change).toFixed(decimals), { decimals })}`,
      formatPercent(first.value === 0 ? 0 : change / first.value),
      `${bars} ▮`,
    ];
    return [...boxOf(coordinates), labelAt(to, to.y < from.y, parts.join('  '))];
  },
});

function boxOf(coordinates: readonly Coordinate[]): OverlayFigure[] {
  const [from, to] = coordinates;
  if (from === undefined || to === undefined) return [];
  const attrs = {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
  const styles = { style: 'stroke_fill', color: `${BRAND}1f`, borderColor: BRAND, borderSize: 1 };
  return [{ type: 'rect', attrs, styles }];
}

function labelAt({ x, y }: Coordinate, above: boolean, text: string): OverlayFigure {
  return {
    type: 'text',
    ignoreEvent: true,
    attrs: { x, y: above ? y - 6 : y + 6, text, align: 'center', baseline: above ? 'bottom' : 'top' },
    styles: {
      color: '#03141c',
      backgroundColor: BRAND,
      borderRadius: 3,
      size: 11,
      family: FAMILY,
      paddingLeft: 6,
      paddingRight: 6,
      paddingTop: 3,
      paddingBottom: 3,
    },
  };
}
