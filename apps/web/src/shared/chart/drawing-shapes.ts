/**
 * Shapes that klinecharts lacks: a box, a measure of change, percent and bars between two points,
 * and a text.
 */
import {
  registerOverlay,
  type Coordinate,
  type Overlay,
  type OverlayFigure,
  type TextAttrs,
} from 'klinecharts';
import { formatNumber, formatPercent } from '@glasshouse/ui';
import { BRAND, ON_BRAND } from './accent.ts';

const FAMILY = 'Inter Variable, Inter, system-ui, sans-serif';
const LABEL_AWAY = 6;
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
    const isAbove = to.y < from.y;
    const y = isAbove ? to.y - LABEL_AWAY : to.y + LABEL_AWAY;
    const baseline = isAbove ? 'bottom' : 'top';
    return [
      ...boxOf(coordinates),
      labelOf({ x: to.x, y, text: parts.join('  '), align: 'center', baseline }),
    ];
  },
});

registerOverlay({
  name: 'note',
  totalStep: 2,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates: [at], overlay }) => {
    const text = textOf(overlay);
    return at === undefined || text === ''
      ? []
      : [labelOf({ ...at, text, align: 'left', baseline: 'middle' })];
  },
});

/** The text of a drawing; empty while it is typed for the first time. */
export function textOf({ extendData }: Pick<Overlay, 'extendData'>): string {
  return typeof extendData === 'string' ? extendData : '';
}

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

function labelOf(attrs: TextAttrs): OverlayFigure {
  return {
    type: 'text',
    attrs,
    styles: {
      color: ON_BRAND,
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
