/** Notices and personal messages. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  blankIsAbsent,
  flag,
  id,
  listed,
  listPage,
  noData,
  nothing,
  optionalWhole,
  timeMs,
} from '../../fields.ts';
import { FACT_TYPES, MAIL_KINDS, NOTICE_KINDS } from './kinds.ts';

export const noticeRow = z.object({
  id: z.string(),
  title: z.string(),
  time: timeMs,
  read: z.boolean(),
  /** 'system' concerns the platform; others, such as 'security', concern this account. */
  type: z.string(),
  /** The beginning of the text. */
  summary: z.string(),
});
export type NoticeRow = z.output<typeof noticeRow>;
export const getNoticeCount = defineCall({
  name: 'notices/get-count',
  path: '/index/getNoticeCount',
  access: 'user',
  summary: 'Number of unread notices',
  input: nothing,
  data: z.number().int(),
});
export const getNoticePage = defineCall({
  name: 'notices/get-page',
  path: '/index/getNoticePage',
  access: 'user',
  summary: 'Notices, newest first',
  input: z.object({
    ...listPage(2),
    /**
     * 'personal': about this account; 'notice': about the platform; or one type of messages;
     * absent: all.
     */
    kind: blankIsAbsent(z.enum(NOTICE_KINDS).optional()),
    unread: optionalWhole(0, 1),
  }),
  data: listed(noticeRow),
});
/** What a message is about, by name and value. */
const noticeFact = z.object({
  name: z.string(),
  /** The name in the reader's language. */
  label: z.string(),
  /** By its type: a time in milliseconds, an amount with its coin, a user agent, an address. */
  value: z.string(),
  type: z.enum(FACT_TYPES),
});
export type NoticeFact = z.output<typeof noticeFact>;
const noticeDetail = noticeRow.extend({
  /** All of the message as one text. */
  content: z.string(),
  /** The message without its facts. */
  text: z.string(),
  facts: z.array(noticeFact),
  /** A page of the site, such as '/account/withdrawel?withdrawal=5'. */
  link: z.object({ label: z.string(), path: z.string() }).nullable(),
  /** Asks its reader whether it was them; `confirmTime` is when they said so. */
  asks: z.boolean(),
  confirmTime: timeMs.nullable(),
  /** The message may report the act of a stranger, which freezing the account stops. */
  canFreeze: z.boolean(),
  /** The session in which it was done, by the id that ends it. */
  session: z.object({ id: z.string(), state: z.enum(['current', 'open', 'ended']) }).nullable(),
  /** Logins before the one that this is about, newest first. */
  earlierLogins: z.array(z.object({ time: timeMs, ip: z.string(), device: z.string() })),
  /** The masked address that it was mailed to as well, and whether with an anti-phishing code. */
  mailed: z.object({ to: z.string(), withCode: z.boolean() }).nullable(),
});
export type NoticeDetail = z.output<typeof noticeDetail>;
export const getNoticeDetail = defineCall({
  name: 'notices/get-detail',
  path: '/index/getNoticeDetail',
  access: 'user',
  refusals: ['request/not-found'],
  summary: 'One notice with its facts; marks it read',
  input: z.object({ id }),
  data: noticeDetail,
});
export const confirmNotice = defineCall({
  name: 'notices/confirm',
  path: '/index/confirmNotice',
  access: 'user',
  refusals: ['request/not-found'],
  summary: 'Says of a security message that it was the user. A message that does not ask is not found',
  input: z.object({ id }),
  data: z.object({ confirmTime: timeMs }),
});
export const readAllNotices = defineCall({
  name: 'notices/read-all',
  path: '/index/readAllNotices',
  access: 'user',
  summary: 'Marks every notice of the user read',
  input: nothing,
  data: noData,
});
const mailChoice = z.object({ kind: z.enum(MAIL_KINDS), byMail: z.boolean() });
export const getMailChoices = defineCall({
  name: 'notices/get-mail-choices',
  path: '/index/getMailChoices',
  access: 'user',
  summary: 'Which messages come by mail too. Those about security always do',
  input: nothing,
  data: z.array(mailChoice),
});
export const setMailChoice = defineCall({
  name: 'notices/set-mail-choice',
  grows: 'settings',
  path: '/index/setMailChoice',
  access: 'user',
  summary: 'Chooses whether one kind of messages comes by mail too',
  input: z.object({ kind: z.enum(MAIL_KINDS), byMail: flag }),
  data: noData,
});
export const getLatestNotices = defineCall({
  name: 'notices/get-latest',
  path: '/index/getLatestNotices',
  access: 'public',
  summary: "The platform's newest notices, for everybody",
  input: nothing,
  data: z.array(z.object({ id: z.string(), title: z.string(), time: timeMs, content: z.string() })),
});
export const calls = [
  getNoticeCount,
  getNoticePage,
  getNoticeDetail,
  confirmNotice,
  readAllNotices,
  getMailChoices,
  setMailChoice,
  getLatestNotices,
] as const;
/** None of its own. */
export const refusals = {};
export const chapter: Chapter = { title: { en: 'Notices', zh: '公告' } };
