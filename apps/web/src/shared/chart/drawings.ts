/**
 * A user's drawings on the chart of a pair: remembered by pair, and restored on the next visit.
 */
import type { Chart, Coordinate, Overlay, OverlayCreate } from 'klinecharts';
import { remember } from '#shared/remember.ts';
import { DRAW_TOOLS, type DrawTool } from './draw-tools.ts';
import { textOf } from './drawing-shapes.ts';
import { CANDLE_PANE } from './indicators.ts';

interface Drawn {
  readonly name: DrawTool;
  readonly points: readonly { readonly timestamp?: number; readonly value?: number }[];
  readonly text?: string;
}
/** A text being typed, at its position on the chart. */
export interface Typing {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Saves the text; an empty one removes the drawing. */
  readonly finish: (text: string) => void;
}
export type AskText = (typing: Typing | undefined) => void;
/** The most characters of a text. */
export const TEXT_MAX = 80;
const GROUP = 'drawings';
const KEPT_MAX = 60;
const POINTS_MAX = 400;
const keyOf = (symbol: string): string => `drawings/${symbol}`;

export class Drawings {
  readonly #chart: Chart;
  readonly #symbol: string;
  readonly #ask: AskText;
  #left = false;
  #hidden = false;
  #unfinished: string | null = null;

  constructor(chart: Chart, symbol: string, ask: AskText) {
    this.#chart = chart;
    this.#symbol = symbol;
    this.#ask = ask;
    this.#restore();
    window.addEventListener('storage', this.#follow);
  }

  /** Waits for the points of a new drawing. `onDone` is called when it is finished or cancelled. */
  start(tool: DrawTool, { magnet, onDone }: { readonly magnet: boolean; readonly onDone: () => void }): void {
    this.cancel();
    this.#unfinished = this.#create(tool, {
      mode: magnet ? 'strong_magnet' : 'normal',
      onDrawEnd: ({ overlay }) => {
        this.#unfinished = null;
        if (tool === 'note') this.#askText(overlay);
        else this.#save();
        onDone();
      },
    });
  }
  cancel(): void {
    if (this.#unfinished !== null) this.#chart.removeOverlay({ id: this.#unfinished });
    this.#unfinished = null;
  }
  clear(): void {
    this.#unfinished = null;
    this.#chart.removeOverlay({ groupId: GROUP });
    this.#save();
  }
  setHidden(hidden: boolean): void {
    this.#hidden = hidden;
    this.#chart.overrideOverlay({ groupId: GROUP, visible: !hidden });
  }
  /** The whole chart as an image, in the colours of the page. */
  picture(background: string): string {
    return this.#chart.getConvertPictureUrl(true, 'png', background);
  }
  leave(): void {
    this.#left = true;
    window.removeEventListener('storage', this.#follow);
    this.#ask(undefined);
    this.#chart.removeOverlay({ groupId: GROUP });
  }

  /** Another tab or device has changed them. */
  readonly #follow = ({ key }: StorageEvent): void => {
    if (key !== keyOf(this.#symbol)) return;
    this.cancel();
    this.#chart.removeOverlay({ groupId: GROUP });
    this.#restore();
  };
  #restore(): void {
    for (const { name, points, text } of read(this.#symbol))
      this.#create(name, { points: points.map((p) => ({ ...p })), extendData: text });
  }

  #create(name: DrawTool, more: Partial<OverlayCreate>): string | null {
    const id = this.#chart.createOverlay({
      name,
      groupId: GROUP,
      // The positions of other panes change, and drawings belong to the candles.
      paneId: CANDLE_PANE,
      visible: !this.#hidden,
      onPressedMoveEnd: this.#save,
      onRemoved: this.#save,
      ...(name === 'note' ? { onDoubleClick: ({ overlay }) => this.#askText(overlay) } : {}),
      ...more,
    });
    return typeof id === 'string' ? id : null;
  }

  /** Opens the input field at the text's position. */
  #askText(overlay: Overlay): void {
    const { id, points } = overlay;
    const filter = { paneId: CANDLE_PANE, absolute: true };
    const at = this.#chart.convertToPixel(points[0] ?? {}, filter) as Partial<Coordinate>;
    const finish = (typed: string) => {
      this.#ask(undefined);
      const text = typed.trim().slice(0, TEXT_MAX);
      if (text === '') this.#chart.removeOverlay({ id });
      else this.#chart.overrideOverlay({ id, extendData: text });
      this.#save();
    };
    this.#ask({ x: at.x ?? 0, y: at.y ?? 0, text: textOf(overlay), finish });
  }

  /**
   * Runs after the chart has finished the change: during the event a removed drawing is still
   * listed.
   */
  readonly #save = (): void => {
    queueMicrotask(() => {
      if (this.#left) return;
      const finished = this.#chart
        .getOverlays({ groupId: GROUP })
        .filter((overlay) => overlay.id !== this.#unfinished);
      const drawn = finished.slice(-KEPT_MAX).map(drawnOf);
      remember(keyOf(this.#symbol), drawn.length === 0 ? null : JSON.stringify(drawn));
    });
  };
}

function drawnOf(overlay: Overlay): Drawn {
  const { name, points } = overlay;
  const kept = points.slice(0, POINTS_MAX).map(({ timestamp, value }) => ({
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(value === undefined ? {} : { value }),
  }));
  const text = textOf(overlay);
  return { name: name as DrawTool, points: kept, ...(text === '' ? {} : { text }) };
}

function read(symbol: string): readonly Drawn[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(symbol)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isDrawn) : [];
  } catch {
    return [];
  }
}

function isDrawn(value: unknown): value is Drawn {
  const { name, points, text = '' } = (value ?? {}) as Partial<Drawn>;
  return DRAW_TOOLS.some((tool) => tool === name) && Array.isArray(points) && typeof text === 'string';
}
