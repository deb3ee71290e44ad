/**
 * From which areas the visitors come whose chats wait, so that one of them does not fill every
 * place. It is in memory alone: no chat is kept with where it came from. A restart counts anew.
 */
import type { WaitingLine } from './waiting-line.ts';

/** Chats of one area (`areaOf`) that wait, also for a mail. */
const OF_AREA_MAX = 100;

export class WaitingAreas {
  readonly #line: Pick<WaitingLine, 'visitorsOf'>;
  readonly #byArea = new Map<string, readonly number[]>();

  constructor(line: Pick<WaitingLine, 'visitorsOf'>) {
    this.#line = line;
  }

  add(area: string, chatId: number): void {
    this.#byArea.set(area, [...(this.#byArea.get(area) ?? []), chatId]);
  }

  async isFull(area: string): Promise<boolean> {
    const known = this.#byArea.get(area) ?? [];
    return known.length >= OF_AREA_MAX && (await this.#line.visitorsOf(known)).length >= OF_AREA_MAX;
  }

  /** Forgets chats that wait no more. */
  async keepUp(): Promise<void> {
    const asked = [...this.#byArea.values()].flat();
    const waiting = new Set(await this.#line.visitorsOf(asked));
    const ended = new Set(asked.filter((chat) => !waiting.has(chat)));
    for (const [area, chats] of this.#byArea) {
      const left = chats.filter((chat) => !ended.has(chat));
      if (left.length > 0) this.#byArea.set(area, left);
      else this.#byArea.delete(area);
    }
  }
}
