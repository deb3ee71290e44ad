/**
 * Composes what the people who run the platform use: operators with their log, the support chat and
 * parameters.
 */
import type { Selectable } from 'kysely';
import { formatDecimal } from '@glasshouse/money';
import { POSTING_REASON_TEXTS, type ReasonName, type Refusal } from '@glasshouse/protocol';
import { chatNumber } from '@glasshouse/protocol/support';
import { defineText, type InBothLanguages } from '@glasshouse/texts';
import { layOut } from './adapters/mail-layout.ts';
import type { Mail } from './adapters/mail.ts';
import type { Catalogue } from './catalogue.ts';
import { OWN_CHAT } from './chat-address.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { runSteps } from './each-alone.ts';
import { findUserById, readerOf } from './features/identity/queries.ts';
import { isFrozen, liveHolds, type Standings } from './features/identity/standing.ts';
import { isMailed } from './features/notices/mail-choices.ts';
import { addNotice } from './features/notices/queries.ts';
import { mailedTo } from './messages.ts';
import { OperatorAccounts, type PasswordHasher } from './features/operators/accounts.ts';
import { AuditLog } from './features/operators/audit-log.ts';
import { seedDemoOperator } from './features/operators/demo-operator.ts';
import { notesIn } from './features/operators/notes.ts';
import { operatorHandlers } from './features/operators/routes.ts';
import { OperatorSessions } from './features/operators/sessions.ts';
import { ContractRate } from './features/parameters/contract-rate.ts';
import { parameterCommands } from './features/parameters/operating-commands.ts';
import { Parameters } from './features/parameters/parameters.ts';
import { deskHandlers, type SupportPerson } from './features/support/desk-routes.ts';
import { hoursIn } from './opening-hours.ts';
import { supportHandlers, supportUploadGates } from './features/support/routes.ts';
import { Support, type Answer } from './features/support/service.ts';
import type { SupportChatsTable } from './features/support/tables.ts';
import type { FeatureHandlers, Language } from './http/handler.ts';
import type { RateLimits } from './http/limits.ts';
import type { UploadGates } from './http/uploads.ts';
import type { Log } from './log.ts';
import type { OperatingTable } from './operating/socket.ts';
import type { Secrets } from './secrets.ts';
import type { Sequencer } from './sequencer.ts';
import type { StreamHub } from './ws/hub.ts';

export interface BackOfficeParts {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mail: Mail;
  readonly hub: StreamHub;
  readonly limits: RateLimits;
  readonly passwords: PasswordHasher;
  readonly standings: Standings;
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
  readonly siteUrl: string;
  /** Freezes an account as its owner could, on an operator's word. */
  readonly freeze: (userId: number) => Promise<'frozen' | 'was-frozen' | Refusal>;
  readonly log: Log;
}

export interface BackOffice {
  readonly operators: {
    readonly accounts: OperatorAccounts;
    readonly sessions: OperatorSessions;
    readonly audit: AuditLog;
    readonly limits: RateLimits;
  };
  readonly parameters: Parameters;
  readonly handlers: FeatureHandlers<'operators' | 'support' | 'desk'>;
  readonly uploadGates: UploadGates;
  readonly commands: OperatingTable;
  /** Loads what is kept, and makes the operator of a demo. */
  start(): Promise<void>;
  keepUp(): Promise<void>;
}

export function composeBackOffice(parts: BackOfficeParts): BackOffice {
  const { config, database, secrets, hub, limits, passwords } = parts;
  const sessions = new OperatorSessions(database);
  const accounts = new OperatorAccounts({ database, secrets, passwords, sessions });
  const audit = new AuditLog(database, secrets);
  const parameters = new Parameters(database, {
    customer_service_url: config.customerServiceUrl === '' ? OWN_CHAT : config.customerServiceUrl,
    customer_service_email: config.customerServiceEmail,
    support_hours: '',
  });
  const contractRate = new ContractRate({ ...parts, parameters });
  const settleRate = async () => {
    const error = await contractRate.settle();
    if (error !== null) parts.log.error({ error }, 'the rate of contracts is not in force on every pair');
  };
  const support = new Support({
    database,
    secrets,
    hub,
    hours: () => hoursIn(parameters.get('support_hours')),
    tellAnswer: (answer) => tellAnswer(parts, answer),
  });
  sessions.onEnd((ended) => support.endSession(ended));
  const operatorParts = { database, accounts, sessions, audit, limits };
  return {
    operators: { accounts, sessions, audit, limits },
    parameters,
    handlers: {
      ...operatorHandlers(operatorParts),
      ...supportHandlers({ support, limits, shownNameOf: (name) => accounts.shownNameOf(name) }),
      ...deskHandlers({
        support,
        note: notesIn(audit),
        answering: async () =>
          (await accounts.list())
            .filter(({ role, disabledMs }) => disabledMs === null && role !== 'auditor')
            .map(({ name }) => name),
        personOf: (userId, language) => personOf(parts, userId, language),
        freeze: parts.freeze,
        emailOf: async (userId) => (await findUserById(database, userId))?.email ?? null,
      }),
    },
    uploadGates: supportUploadGates({ support, limits }),
    commands: parameterCommands({ ...parts, parameters, contractRate }),
    start: async () => {
      await parameters.load();
      await settleRate();
      if (config.mode === 'demo') await seedDemoOperator(accounts, audit);
      await sessions.loadAll();
    },
    keepUp: () =>
      runSteps([
        () => sessions.keepUp(),
        () => support.keepUp(),
        () => tellHead(audit, parts.log),
        settleRate,
      ]),
  };
}

/**
 * Writes the head of the operators' log to the server's log when it has moved: a database that is
 * put back as a whole no longer has it.
 */
async function tellHead(audit: AuditLog, log: Log): Promise<void> {
  const head = await audit.takeNewHead();
  if (head !== null) log.info({ head: `${head.entry}:${head.hash}` }, "head of the operators' log");
}

const LAST_POSTINGS = 5;

/** What an operator may see of a user: no balance, no address, no document. */
async function personOf(
  { database, standings, catalogue }: BackOfficeParts,
  userId: number,
  language: Language,
): Promise<SupportPerson | null> {
  const user = await database.reads
    .selectFrom('users')
    .select(['email', 'created_ms', 'google_bound_ms'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) return null;
  const [standing, postings] = await Promise.all([
    standings.of(userId),
    database.reads
      .selectFrom('postings')
      .select(['time_ms', 'reason', 'asset', 'available', 'frozen'])
      .where('owner', '=', userId)
      .orderBy('seq', 'desc')
      .orderBy('ordinal', 'desc')
      .limit(LAST_POSTINGS)
      .execute(),
  ]);
  const nowMs = Date.now();
  return {
    userId,
    maskedEmail: `${user.email.slice(0, 2)}***${user.email.slice(user.email.lastIndexOf('.'))}`,
    kycState: standing.kycState,
    sinceTime: user.created_ms,
    hasGoogle: user.google_bound_ms !== null,
    isFrozen: isFrozen(standing, nowMs),
    heldUntil: liveHolds(standing.holds, nowMs)[0]?.untilMs ?? null,
    postings: postings.map(({ time_ms: time, reason, asset, available, frozen }) => {
      const { code, decimals } = catalogue.assetAt(asset);
      return {
        time,
        // Sums of old postings of the platform's own accounts have no name.
        reason: POSTING_REASON_TEXTS[reason as ReasonName]?.[language] ?? reason,
        asset: code,
        amount: formatDecimal(available + frozen, decimals),
      };
    }),
  };
}

const ANSWERED = {
  title: defineText({ en: 'Customer service has answered', zh: '客服已回复' }),
  number: defineText({ en: 'Your question has the number {number}.', zh: '你的问题编号为 {number}。' }),
  link: defineText({ en: 'Read and answer', zh: '查看并回复' }),
  picture: defineText({ en: 'A picture', zh: '一张图片' }),
};

/**
 * Pages that open with the panel of the chat. That of a user asks for a login first: the chat is
 * found by the session.
 */
const PATH_OF_CHAT = {
  user: '/setting/message?support=open',
  visitor: '/about/connect?support=open',
} as const;

const inBoth = (text: (language: 'en' | 'zh') => string): InBothLanguages => ({
  en: text('en'),
  zh: text('zh'),
});

/** A user is told under Messages, and by mail as chosen, a visitor by mail if one was left. */
async function tellAnswer(
  { database, mail, siteUrl }: BackOfficeParts,
  { chat, text, message, claim }: Answer,
): Promise<void> {
  const user = chat.user_id === null ? undefined : await findUserById(database, chat.user_id);
  const reader = user === undefined ? visitorOf(chat) : readerOf(user);
  if (reader === null || !(await claim())) return;
  const { language } = reader;
  const number = chatNumber(chat.chat_id);
  const answer = (each: Language) => (text === '' ? ANSWERED.picture(each) : text);
  const path = PATH_OF_CHAT[user === undefined ? 'visitor' : 'user'];
  const words = layOut(reader, {
    subject: ANSWERED.title(language),
    title: ANSWERED.title(language),
    paragraphs: [...answer(language).split('\n'), ANSWERED.number(language, { number })],
    action: { label: ANSWERED.link(language), url: `${siteUrl}/pc${path}` },
  });
  const isSent = user === undefined || (await isMailed(database, user.user_id, 'support'));
  if (user !== undefined)
    await addNotice(database, user.user_id, {
      type: 'support',
      cause: `support:${chat.chat_id}:${message}`,
      title: inBoth((each) => ANSWERED.title(each)),
      content: inBoth((each) => `${answer(each)}\n${ANSWERED.number(each, { number })}`),
      data: {
        facts: [],
        link: { label: inBoth((each) => ANSWERED.link(each)), path },
        ...(isSent ? { mailed: mailedTo(reader) } : {}),
      },
    });
  if (isSent) await mail.send(words);
}

function visitorOf({ email, language }: Selectable<SupportChatsTable>) {
  if (email === null) return null;
  return { to: email, language: language === 'zh' ? 'zh' : 'en', antiPhishingCode: '' } as const;
}
