/**
 * The sizes that a user chose for the panels of the trading pages, as CSS properties of the
 * document. Remembered in this browser. 0: the default size of the page.
 */
import { createPreference } from './preference.ts';

interface PanelRange {
  readonly property: string;
  /** In pixels. */
  readonly min: number;
  /** As a share of the window's width, or of its height. */
  readonly maxShare: number;
  readonly isHeight: boolean;
  /** Whether it lies above its edge; otherwise it lies below it or at its right. */
  readonly isAbove?: boolean;
}
export const PANELS = {
  book: { property: '--book-width', min: 272, maxShare: 0.3, isHeight: false },
  form: { property: '--form-width', min: 288, maxShare: 0.26, isHeight: false },
  orders: { property: '--orders-height', min: 120, maxShare: 0.5, isHeight: true },
  /** The trades, below the book and on wide screens beside it. */
  deals: { property: '--deals-height', min: 96, maxShare: 0.5, isHeight: true },
  dealsBeside: { property: '--deals-width', min: 200, maxShare: 0.2, isHeight: false },
  ticket: { property: '--ticket-width', min: 340, maxShare: 0.32, isHeight: false },
  ticks: { property: '--ticks-height', min: 240, maxShare: 0.7, isHeight: true, isAbove: true },
  check: { property: '--check-width', min: 300, maxShare: 0.34, isHeight: false },
} as const satisfies Record<string, PanelRange>;
export type Panel = keyof typeof PANELS;
const NAMES = Object.keys(PANELS) as Panel[];

const OWN_SIZES = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<Panel, number>;
const preference = createPreference('trade-panels', OWN_SIZES);

/** The largest size in this window, in pixels. */
export function largestOf(panel: Panel): number {
  const { isHeight, maxShare } = PANELS[panel];
  return Math.floor((isHeight ? window.innerHeight : window.innerWidth) * maxShare);
}

export function choosePanelSize(panel: Panel, size: number): void {
  preference.change({ [panel]: Math.max(PANELS[panel].min, Math.min(largestOf(panel), Math.round(size))) });
}
export const resetPanelSize = (panel: Panel): void => preference.change({ [panel]: 0 });
export const resetPanelSizes = (): void => preference.change(OWN_SIZES);

/** A smaller window limits a size without changing the choice. */
function apply(): void {
  const { style } = document.documentElement;
  for (const name of NAMES) {
    const { property, min, maxShare, isHeight }: PanelRange = PANELS[name];
    const size = preference.store.get()[name];
    const max = `${maxShare * 100}${isHeight ? 'vh' : 'vw'}`;
    if (size === 0) style.removeProperty(property);
    else style.setProperty(property, `clamp(${min}px, ${size}px, ${max})`);
  }
}
apply();
preference.store.subscribe(apply);
