/** Notices and personal messages. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { blankIsAbsent, id, listed, listPage, noData, nothing, optionalWhole, timeMs } from '../../fields.ts';

export const NOTICE_KINDS = ['personal', 'notice'] as const;
const noticeRow = z.object({
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
    /** 'personal': about this account; 'notice': about the platform; absent: both. */
    kind: blankIsAbsent(z.enum(NOTICE_KINDS).optional()),
    unread: optionalWhole(0, 1),
  }),
  data: listed(noticeRow),
});
export const getNoticeDetail = defineCall({
  name: 'notices/get-detail',
  path: '/index/getNoticeDetail',
  access: 'user',
  refusals: ['request/not-found'],
  summary: 'One notice; marks it read',
  input: z.object({ id }),
  data: noticeRow.extend({ content: z.string() }),
});
export const readAllNotices = defineCall({
  name: 'notices/read-all',
  path: '/index/readAllNotices',
  access: 'user',
  summary: 'Marks every notice of the user read',
  input: nothing,
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
  readAllNotices,
  getLatestNotices,
] as const;
/** None of its own. */
export const refusals = {};
export const chapter: Chapter = { title: { en: 'Notices', zh: '公告' } };
