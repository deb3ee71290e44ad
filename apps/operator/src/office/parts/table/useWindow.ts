/** Which rows of a table are in view, so that only those and some around them are drawn. */
import { useEffect, useState, type RefObject } from 'react';

export const ROW_PX = 32;
export const HEAD_PX = 30;
/** Rows drawn above and below those in view, so that scrolling shows no gap. */
const AROUND = 10;

export interface RowWindow {
  /** The first row in view and the row after the last one, in full or in part. */
  readonly from: number;
  readonly to: number;
}

export function useWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [{ first, rows }, setPlace] = useState({ first: 0, rows: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = () => {
      const next = {
        first: Math.round(element.scrollTop / ROW_PX),
        rows: Math.round((element.clientHeight - HEAD_PX) / ROW_PX),
      };
      setPlace((before) => (before.first === next.first && before.rows === next.rows ? before : next));
    };
    // Also looks at once.
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return { from: Math.min(first, count), to: Math.min(first + rows, count) };
}

/** The numbers of the rows to draw: those in view, some around them, and the row with the focus. */
export function drawnRows({ from, to }: RowWindow, count: number, focused: number): number[] {
  const first = Math.max(0, from - AROUND);
  const last = Math.min(count, to + AROUND);
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  if (focused < 0 || focused >= count || (focused >= first && focused < last)) return drawn;
  return focused < first ? [focused, ...drawn] : [...drawn, focused];
}

/** Scrolls as little as brings a row into view. */
export function scrollToRow(scroller: HTMLElement, row: number): void {
  const top = row * ROW_PX;
  const bottom = top + ROW_PX - (scroller.clientHeight - HEAD_PX);
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < bottom) scroller.scrollTop = bottom;
}
