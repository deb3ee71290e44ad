/** Dragging the label of an own order on the chart to another price. Escape drops it. */
import type { Chart } from 'klinecharts';
import { CANDLE_PANE } from './indicators.ts';
import type { OrderLine } from './order-labels.ts';

export interface DragTarget {
  /** The order that can be moved, whose label is at a place of the chart. */
  readonly orderAt: (x: number, y: number) => OrderLine | undefined;
  /** The price while it is dragged; undefined when that has ended. */
  readonly onDrag: (dragged: { readonly y: number; readonly price: number } | undefined) => void;
  readonly onDrop: (order: OrderLine, price: number) => void;
}

/** Returns the function that stops it. */
export function dragOrders(host: HTMLElement, chart: Chart, target: DragTarget): () => void {
  const controller = new AbortController();
  let dragged: OrderLine | undefined;
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = host.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const priceAt = (y: number): number => {
    const point = chart.convertFromPixel([{ x: 0, y }], { paneId: CANDLE_PANE });
    return (Array.isArray(point) ? point[0] : point)?.value ?? Number.NaN;
  };
  const end = () => {
    dragged = undefined;
    target.onDrag(undefined);
  };
  // Before the chart, which would move its candles.
  const on = <K extends keyof HTMLElementEventMap>(name: K, take: (event: HTMLElementEventMap[K]) => void) =>
    host.addEventListener(name, take, { capture: true, signal: controller.signal });
  on('pointerdown', (event) => {
    const { x, y } = placeOf(event);
    dragged = event.button === 0 ? target.orderAt(x, y) : undefined;
    if (dragged === undefined) return;
    host.setPointerCapture(event.pointerId);
    event.stopPropagation();
  });
  for (const name of ['mousedown', 'touchstart'] as const)
    on(name, (event) => dragged !== undefined && event.stopPropagation());
  on('pointermove', (event) => {
    const { x, y } = placeOf(event);
    if (dragged === undefined) {
      host.toggleAttribute('data-movable', target.orderAt(x, y) !== undefined);
      return;
    }
    event.stopPropagation();
    target.onDrag({ y, price: priceAt(y) });
  });
  on('pointerup', (event) => {
    const order = dragged;
    if (order === undefined) return;
    event.stopPropagation();
    end();
    const price = priceAt(placeOf(event).y);
    if (price > 0) target.onDrop(order, price);
  });
  on('pointercancel', end);
  document.addEventListener('keydown', (event) => event.key === 'Escape' && dragged !== undefined && end(), {
    signal: controller.signal,
  });
  return () => controller.abort();
}
