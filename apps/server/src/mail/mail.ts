/**
 * Outgoing mail. A message is first a row in the outbox; a sender then delivers it by SMTP, with
 * retries. In demo mode messages are captured instead: the outbox keeps the last 500, and /dev/mail
 * shows them.
 */
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { errorFields, type Log } from '../process/log.ts';
import type { Brand } from '../values/brand.ts';

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly code: string | null;
}

/** A message whose words are chosen when it is sent, by the brand of that moment. */
export type Letter = (brand: Brand) => MailMessage;

export interface CapturedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code: string | null;
  readonly time: number;
}

export interface Mail {
  /** Resolves when the message is in the outbox. Delivery starts at once. */
  send(letter: Letter, options?: SendOptions): Promise<void>;
  /**
   * Starts delivery without waiting for it. Called after the transaction of a message has been
   * committed.
   */
  deliverSoon(): void;
  /** Newest first; demo mode only. */
  captured(to: string | null): Promise<readonly CapturedMail[]>;
  /** Delivers waiting messages. Runs on a schedule, and at once after `send`. */
  deliver(): Promise<void>;
  removeOld(): Promise<void>;
  /** Waits for the running delivery; waiting messages are sent after the next start. */
  stop(): Promise<void>;
}

export interface SendOptions {
  /**
   * For an address that gets no mail: writes an empty text of the same length that is never sent,
   * so that it takes the same time.
   */
  readonly isSuppressed?: boolean;
  /** A transaction that includes the message; the caller then calls `deliverSoon`. */
  readonly within?: Pick<Database, 'kysely'>;
}

/** Delivers one message. */
export type Transport = (message: MailMessage) => Promise<void>;

export const CAPTURED_LIMIT = 500;
const ATTEMPTS_MAX = 8;
const BATCH_SIZE = 20;
const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
const FIRST_RETRY_MS = 5_000;
/** A message that could not be sent for this long is useless: codes live ten minutes. */
const KEEP_MS = 86_400_000;

export interface MailOptions {
  readonly database: Database;
  readonly log: Log;
  readonly brand: () => Brand;
  /** Null: messages are captured. */
  readonly transport: Transport | null;
  readonly now?: () => number;
}

export function createMail({ database, log, brand, transport, now = Date.now }: MailOptions): Mail {
  const isCapturing = transport === null;
  let delivery: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  const deliver = async () => {
    if (transport === null) return;
    delivery ??= deliverWaiting({ database, log, transport, now }).finally(() => {
      delivery = null;
    });
    await delivery;
    await scheduleRetry();
  };
  const deliverSoon = () =>
    void deliver().catch((error: unknown) => log.error(errorFields(error), 'mail delivery failed'));
  /** A failed message is retried when its wait is over, not with the next mail or scheduled run. */
  const scheduleRetry = async () => {
    const nextMs = await nextAttempt(database);
    clearTimeout(retry);
    if (nextMs !== null) retry = setTimeout(deliverSoon, Math.max(0, nextMs - now())).unref();
  };
  return {
    send: async (letter, { isSuppressed = false, within } = {}) => {
      const nowMs = now();
      const message = letter(brand());
      await (within ?? database).kysely
        .insertInto('outbox')
        .values({
          recipient: message.to,
          subject: message.subject,
          body: isSuppressed ? ' '.repeat(message.text.length) : message.text,
          html: isSuppressed || isCapturing ? '' : message.html,
          code: isCapturing && !isSuppressed ? message.code : null,
          state: isSuppressed ? 'suppressed' : isCapturing ? 'captured' : 'waiting',
          next_attempt_ms: nowMs,
          created_ms: nowMs,
          last_error: null,
        })
        .execute();
      if (!isCapturing && within === undefined) deliverSoon();
    },
    deliverSoon: () => {
      if (!isCapturing) deliverSoon();
    },
    captured: (to) => readCaptured(database, to),
    deliver,
    stop: async () => {
      clearTimeout(retry);
      await delivery?.catch(() => undefined);
      clearTimeout(retry);
    },
    removeOld: () => removeOld(database, now()),
  };
}

/** The SMTP transport of SMTP_URL; the sender's name is that of the brand at delivery. */
export function smtpTransport(config: Config, brand: () => Brand): Transport | null {
  if (config.smtpUrl === null) return null;
  const transporter = createTransport({
    url: config.smtpUrl,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return async ({ to, subject, text, html }) => {
    await transporter.sendMail({ from: senderOf(config, brand()), to, subject, text, html });
  };
}

/** The address of MAIL_FROM, with the brand's name for senders, its own, or the platform's. */
function senderOf({ mailFrom }: Config, { mail_sender: sender, name }: Brand) {
  const [from] = addressparser(mailFrom, { flatten: true });
  return { name: sender || from?.name || name, address: from?.address ?? '' };
}

interface Delivery {
  readonly database: Database;
  readonly log: Log;
  readonly transport: Transport;
  readonly now: () => number;
}

async function deliverWaiting(delivery: Delivery): Promise<void> {
  for (;;) {
    const rows = await delivery.database.reads
      .selectFrom('outbox')
      .select(['mail_id', 'recipient', 'subject', 'body', 'html', 'attempts'])
      .where('state', '=', 'waiting')
      .where('next_attempt_ms', '<=', delivery.now())
      .orderBy('mail_id')
      .limit(BATCH_SIZE)
      .execute();
    if (rows.length === 0) return;
    for (const row of rows) {
      const { recipient: to, subject, body: text, html } = row;
      const message = { to, subject, text, html, code: null };
      await deliverOne(delivery, row.mail_id, { message, attempt: row.attempts + 1 });
    }
  }
}

async function nextAttempt(database: Database): Promise<number | null> {
  const row = await database.reads
    .selectFrom('outbox')
    .select((select) => select.fn.min<number | null>('next_attempt_ms').as('next'))
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.next ?? null;
}

async function deliverOne(
  { database, log, transport, now }: Delivery,
  mailId: number,
  { message, attempt }: { readonly message: MailMessage; readonly attempt: number },
): Promise<void> {
  try {
    await transport(message);
    await database.kysely
      .updateTable('outbox')
      .set({ state: 'sent', body: '', html: '', attempts: attempt, last_error: null })
      .where('mail_id', '=', mailId)
      .execute();
  } catch (error) {
    log.warn({ mailId, attempt, ...errorFields(error) }, 'a mail could not be sent');
    const isLast = attempt >= ATTEMPTS_MAX;
    await database.kysely
      .updateTable('outbox')
      .set({
        state: isLast ? 'failed' : 'waiting',
        ...(isLast ? { body: '', html: '' } : {}),
        attempts: attempt,
        next_attempt_ms: now() + FIRST_RETRY_MS * 2 ** (attempt - 1),
        last_error: String(error).slice(0, 300),
      })
      .where('mail_id', '=', mailId)
      .execute();
  }
}

async function readCaptured(database: Database, to: string | null): Promise<readonly CapturedMail[]> {
  let query = database.reads
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'body', 'code', 'created_ms'])
    .where('state', '=', 'captured')
    .orderBy('mail_id', 'desc')
    .limit(CAPTURED_LIMIT);
  if (to !== null) query = query.where('recipient', '=', to);
  const rows = await query.execute();
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    code: row.code,
    time: row.created_ms,
  }));
}

async function removeOld(database: Database, nowMs: number): Promise<void> {
  await database.kysely
    .deleteFrom('outbox')
    .where('state', 'in', ['sent', 'failed', 'suppressed'])
    .where('created_ms', '<', nowMs - KEEP_MS)
    .execute();
  await database.kysely
    .deleteFrom('outbox')
    .where('state', '=', 'captured')
    .where('mail_id', 'not in', (inner) =>
      inner
        .selectFrom('outbox')
        .select('mail_id')
        .where('state', '=', 'captured')
        .orderBy('mail_id', 'desc')
        .limit(CAPTURED_LIMIT),
    )
    .execute();
}
