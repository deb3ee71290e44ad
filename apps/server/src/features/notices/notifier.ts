/**
 * Notifies owners of what became of their orders, contracts, deposits and products. It reads rows
 * of their lists, by the number of the command that changed them. So a restart continues
 * where the last run stopped, and each cause has one message.
 */
import { defineText, inBothLanguages } from '@glasshouse/texts';
import { DAY_MS, dayOf } from '../../values/days.ts';
import type { Database } from '../../db/database.ts';
import { errorFields, type Log } from '../../process/log.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { ChangesParts, Notification, Notifications } from '../../contract/product.ts';
import type { Telling } from './owner-messages.ts';

const LOOK_EVERY_MS = 1_000;
/** Rows that one look reads of one product. */
export const ROWS_MAX = 500;
/** Owners told in one transaction. */
const TOLD_AT_ONCE = 100;
/** Changes of one product that wait for a later try; no further ones are read until then. */
const FAILED_MAX = 500;
/** More than one command can change. */
const ROWS_OF_COMMAND_MAX = 100_000;
/**
 * Messages to one owner on one day (UTC). A program that trades all day gets one more, which says
 * that the rest is in the records, and no further ones until the next day.
 */
export const MESSAGES_OF_A_DAY_MAX = 200;

const ENOUGH = {
  title: defineText({ en: 'No more messages about trades today', zh: '今日不再发送交易消息' }),
  text: defineText({
    en: 'You have had {max} today. What else becomes of your orders, contracts and products is in the records. Messages go on at 00:00 UTC.',
    zh: '今天已发送 {max} 条。其余委托、合约与产品的结果请查看资金记录，00:00（UTC）起恢复发送。',
  }),
  view: defineText({ en: 'View the records', zh: '查看记录' }),
};

export interface NotifierOptions {
  readonly database: Database;
  readonly parts: ChangesParts;
  readonly sources: ReadonlyMap<string, Notifications>;
  /** In one transaction. Returns which of them were told now, and not before. */
  readonly tell: (tellings: readonly Telling[]) => Promise<readonly boolean[]>;
  /** The number of the last committed command. */
  readonly lastSeq: () => number;
  readonly log: Log;
  readonly now?: () => number;
}

export class Notifier {
  readonly #options: NotifierOptions;
  /** By product: the command up to which changes were read here. */
  readonly #progress = new Map<string, number>();
  /** By product: notifications that failed. They do not delay later ones. */
  readonly #failed = new Map<string, readonly Notification[]>();
  readonly #ofDay = new Map<number, number>();
  readonly #now: () => number;
  #day = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  constructor(options: NotifierOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** A product that is new here begins with what comes from now on. */
  async start(): Promise<void> {
    const { database, sources, lastSeq } = this.#options;
    const seq = lastSeq();
    for (const feature of sources.keys())
      await database.kysely
        .insertInto('message_progress')
        .values({ feature, seq })
        .onConflict((conflict) => conflict.column('feature').doNothing())
        .execute();
    const rows = await database.reads.selectFrom('message_progress').selectAll().execute();
    for (const row of rows) this.#progress.set(row.feature, row.seq);
    const lookAgain = () => {
      if (this.#running === null) void this.look();
    };
    this.#timer = setInterval(lookAgain, LOOK_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Notifies owners of what was committed before the call. Failures are logged and tried again. */
  async look(): Promise<void> {
    while (this.#running !== null) await this.#running;
    this.#running = this.#lookAtAll().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #lookAtAll(): Promise<void> {
    for (const [feature, source] of this.#options.sources) {
      try {
        while (await this.#lookAt(feature, source));
      } catch (error) {
        this.#options.log.error({ feature, ...errorFields(error) }, 'changes could not be told yet');
      }
    }
  }

  /** True if there may be more. */
  async #lookAt(feature: string, source: Notifications): Promise<boolean> {
    const { parts, lastSeq } = this.#options;
    const untilSeq = lastSeq();
    const afterSeq = this.#progress.get(feature) ?? untilSeq;
    const before = this.#failed.get(feature) ?? [];
    const failed = await this.#notifyAll(feature, before, { isAgain: true });
    if (untilSeq <= afterSeq || failed.length >= FAILED_MAX) {
      if (failed.length < before.length) await this.#write(feature, afterSeq);
      return false;
    }
    const found = await source.read(parts, { afterSeq, untilSeq, limit: ROWS_MAX });
    const last = found.at(-1);
    const isCut = found.length === ROWS_MAX && last !== undefined;
    const whole = isCut ? await wholeCommands(source, parts, found) : found;
    const seq = isCut ? (whole.at(-1)?.seq ?? untilSeq) : untilSeq;
    await this.#notifyAll(feature, whole, { isAgain: false });
    this.#progress.set(feature, seq);
    // Only if there were notifications. Rows that are read twice have one message, by its cause.
    if (whole.length > 0 || failed.length < before.length) await this.#write(feature, seq);
    return isCut;
  }

  /**
   * Stores how far rows were read. A restart reads again from the first notification that failed.
   */
  async #write(feature: string, readSeq: number): Promise<void> {
    const failed = this.#failed.get(feature) ?? [];
    const seq = failed.reduce((least, change) => Math.min(least, change.seq - 1), readSeq);
    await this.#options.database.kysely
      .updateTable('message_progress')
      .set({ seq })
      .where('feature', '=', feature)
      .execute();
  }

  /** Returns the notifications that failed, now or before. */
  async #notifyAll(
    feature: string,
    changes: readonly Notification[],
    { isAgain }: { readonly isAgain: boolean },
  ): Promise<readonly Notification[]> {
    const failed: Notification[] = isAgain ? [] : [...(this.#failed.get(feature) ?? [])];
    for (let from = 0; from < changes.length; from += TOLD_AT_ONCE) {
      const part = changes.slice(from, from + TOLD_AT_ONCE);
      try {
        await this.#tell(part);
      } catch {
        // One by one, so that a message that cannot be told holds up no other.
        failed.push(...(await this.#tellEach(feature, part, { isAgain })));
      }
    }
    this.#failed.set(feature, failed);
    return failed;
  }

  /** Returns those that failed. */
  async #tellEach(
    feature: string,
    changes: readonly Notification[],
    { isAgain }: { readonly isAgain: boolean },
  ): Promise<readonly Notification[]> {
    const failed: Notification[] = [];
    for (const change of changes) {
      try {
        await this.#tell([change]);
      } catch (error) {
        failed.push(change);
        if (!isAgain) this.#logFailure(feature, change, error);
      }
    }
    return failed;
  }

  #logFailure(feature: string, { seq, owner }: Notification, error: unknown): void {
    this.#options.log.error({ feature, seq, owner, ...errorFields(error) }, 'a change could not be told yet');
  }

  async #tell(changes: readonly Notification[]): Promise<void> {
    const day = dayOf(this.#now());
    if (day !== this.#day) this.#ofDay.clear();
    this.#day = day;
    const counts = new Map<number, number>();
    const tellings: Telling[] = [];
    for (const { owner, message } of changes) {
      const count = (counts.get(owner) ?? this.#ofDay.get(owner) ?? 0) + 1;
      if (message === null || count > MESSAGES_OF_A_DAY_MAX + 1) continue;
      counts.set(owner, count);
      tellings.push({ userId: owner, message: count > MESSAGES_OF_A_DAY_MAX ? enough(day) : message });
    }
    if (tellings.length === 0) return;
    const areNew = await this.#options.tell(tellings);
    tellings.forEach(({ userId }, i) => {
      if (areNew[i] === true) this.#ofDay.set(userId, (this.#ofDay.get(userId) ?? 0) + 1);
    });
  }
}

/**
 * The rows of whole commands. The limit may have cut the last command in two, so all of its rows
 * are read again: progress is stored by command, and the rest would otherwise be skipped.
 */
async function wholeCommands(
  source: Notifications,
  parts: ChangesParts,
  found: readonly Notification[],
): Promise<readonly Notification[]> {
  const untilSeq = found.at(-1)?.seq ?? 0;
  const ofLast = await source.read(parts, { afterSeq: untilSeq - 1, untilSeq, limit: ROWS_OF_COMMAND_MAX });
  return [...found.filter(({ seq }) => seq < untilSeq), ...ofLast];
}

function enough(day: number): OwnerMessage {
  return {
    type: 'order',
    cause: `enough:${day / DAY_MS}`,
    title: inBothLanguages(ENOUGH.title),
    paragraphs: [inBothLanguages((language) => ENOUGH.text(language, { max: MESSAGES_OF_A_DAY_MAX }))],
    facts: [],
    link: { label: inBothLanguages(ENOUGH.view), path: '/account/trade?type=4' },
    canFreeze: false,
  };
}
