/** Figures with their bars, collected for one table. */
import { table } from '../report.ts';

export interface Figure {
  readonly what: string;
  readonly found: number;
  /** The bar: at most, or at least. */
  readonly most?: number;
  readonly least?: number;
  readonly unit?: string;
}

export class Figures {
  readonly #lines: Readonly<Record<'what' | 'found' | 'bar' | 'ok', string>>[] = [];
  #missed = 0;

  hold({ what, found, most = Infinity, least = -Infinity, unit = '' }: Figure): void {
    const isMet = found <= most && found >= least;
    if (!isMet) this.#missed++;
    const bar = most === Infinity ? `≥ ${least}` : `≤ ${most}`;
    const digits = most > 0 && most < 1 ? 4 : 1;
    this.#lines.push({
      what,
      found: `${found.toFixed(digits)} ${unit}`,
      bar: `${bar} ${unit}`,
      ok: isMet ? '✔' : '✖',
    });
  }

  /** A figure without a bar. */
  tell(what: string, found: string): void {
    this.#lines.push({ what, found, bar: '', ok: '' });
  }

  /** What could not be measured counts as missed. */
  miss(what: string, reason: string): void {
    this.#missed++;
    this.#lines.push({ what, found: reason, bar: '', ok: '✖' });
  }

  /** Prints the table. Returns the exit code. */
  end(title: string): number {
    table(title, this.#lines);
    if (this.#missed > 0) console.log(`${this.#missed} beyond their bar`);
    return this.#missed > 0 ? 1 : 0;
  }
}
