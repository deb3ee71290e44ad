/** What a person draws on the chart of a pair: kept in this browser, under the pair, and drawn again on the next visit. */
import type { Chart, Overlay, OverlayCreate } from 'klinecharts';
import './drawing-shapes.ts';

export const DRAW_TOOLS = [
  'segment',
  'straightLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'fibonacciLine',
  'box',
  'brush',
  'measure',
] as const;
export type DrawTool = (typeof DRAW_TOOLS)[number];

interface Drawn {
  readonly name: DrawTool;
  readonly points: readonly { readonly timestamp?: number; readonly value?: number }[];
}
const GROUP = 'drawings';
const KEPT_MAX = 60;
const POINTS_MAX = 400;
const keyOf = (symbol: string): string => `drawings/${symbol}`;

export class Drawings {
  readonly #chart: Chart;
  readonly #symbol: string;
  #left = false;
  #hidden = false;
  #unfinished: string | null = null;

  constructor(chart: Chart, symbol: string) {
    this.#chart = chart;
    this.#symbol = symbol;
    for (const drawn of read(symbol))
      this.#create(drawn.name, { points: drawn.points.map((p) => ({ ...p })) });
  }

  /** Waits for the points of a new drawing. `onDone` is called when it is finished or given up. */
  start(tool: DrawTool, { magnet, onDone }: { readonly magnet: boolean; readonly onDone: () => void }): void {
    this.cancel();
    this.#unfinished = this.#create(tool, {
      mode: magnet ? 'strong_magnet' : 'normal',
      onDrawEnd: () => {
        this.#unfinished = null;
        this.#save();
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
  /** The whole chart as a picture, in the colours of the page. */
  picture(background: string): string {
    return this.#chart.getConvertPictureUrl(true, 'png', background);
  }
  leave(): void {
    this.#left = true;
    this.#chart.removeOverlay({ groupId: GROUP });
  }

  #create(name: DrawTool, more: Partial<OverlayCreate>): string | null {
    const id = this.#chart.createOverlay({
      name,
      groupId: GROUP,
      visible: !this.#hidden,
      onPressedMoveEnd: this.#save,
      onRemoved: this.#save,
      ...more,
    });
    return typeof id === 'string' ? id : null;
  }

  /** After the chart has done what it tells of: a removed drawing is still listed while it is told. */
  readonly #save = (): void => {
    queueMicrotask(() => {
      if (this.#left) return;
      const finished = this.#chart
        .getOverlays({ groupId: GROUP })
        .filter((overlay) => overlay.id !== this.#unfinished);
      write(this.#symbol, finished.slice(-KEPT_MAX).map(drawnOf));
    });
  };
}

function drawnOf({ name, points }: Overlay): Drawn {
  const kept = points.slice(0, POINTS_MAX).map(({ timestamp, value }) => ({
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(value === undefined ? {} : { value }),
  }));
  return { name: name as DrawTool, points: kept };
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
  const { name, points } = (value ?? {}) as Partial<Drawn>;
  return DRAW_TOOLS.some((tool) => tool === name) && Array.isArray(points);
}

function write(symbol: string, drawn: readonly Drawn[]): void {
  try {
    if (drawn.length === 0) localStorage.removeItem(keyOf(symbol));
    else localStorage.setItem(keyOf(symbol), JSON.stringify(drawn));
  } catch {
    // A full store only means that the drawing lasts until the page is left.
  }
}
