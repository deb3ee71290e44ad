/**
 * The sizes of the trading page's panels that a user chose, as properties of the document that its
 * grid reads. Remembered in this browser. 0: the grid's own size.
 */
import { createPreference } from './preference.ts';

interface PanelRange {
  readonly property: string;
  /** In pixels. */
  readonly min: number;
  /** As a share of the window's width, or of its height. */
  readonly maxShare: number;
  readonly isHeight: boolean;
}
export const PANELS = {
  book: { property: '--book-width', min: 272, maxShare: 0.3, isHeight: false },
  form: { property: '--form-width', min: 288, maxShare: 0.26, isHeight: false },
  orders: { property: '--orders-height', min: 120, maxShare: 0.5, isHeight: true },
} as const satisfies Record<string, PanelRange>;
export type Panel = keyof typeof PANELS;
const NAMES = Object.keys(PANELS) as Panel[];

const preference = createPreference('trade-panels', { book: 0, form: 0, orders: 0 });

/** The largest size in this window, in pixels. */
export function largestOf(panel: Panel): number {
  const { isHeight, maxShare } = PANELS[panel];
  return Math.floor((isHeight ? window.innerHeight : window.innerWidth) * maxShare);
}

export function choosePanelSize(panel: Panel, size: number): void {
  preference.change({ [panel]: Math.max(PANELS[panel].min, Math.min(largestOf(panel), Math.round(size))) });
}
export const resetPanelSize = (panel: Panel): void => preference.change({ [panel]: 0 });
export const resetPanelSizes = (): void => preference.change({ book: 0, form: 0, orders: 0 });

/** A smaller window limits a size without changing the choice. */
function apply(): void {
  const { style } = document.documentElement;
  for (const name of NAMES) {
    const { property, min, maxShare, isHeight } = PANELS[name];
    const size = preference.store.get()[name];
    const max = `${maxShare * 100}${isHeight ? 'vh' : 'vw'}`;
    if (size === 0) style.removeProperty(property);
    else style.setProperty(property, `clamp(${min}px, ${size}px, ${max})`);
  }
}
apply();
preference.store.subscribe(apply);
