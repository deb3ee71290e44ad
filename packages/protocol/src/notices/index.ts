/** Notices and personal messages. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id, nothing, page, paged, timeMs } from '../fields.ts';

const noticeRow = z.object({
  id: z.string(),
  title: z.string(),
  time: timeMs,
  read: z.boolean(),
  type: z.string(),
});
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
  input: z.object({ ...page }),
  data: paged(noticeRow),
});
export const getNoticeDetail = defineCall({
  name: 'notices/get-detail',
  path: '/index/getNoticeDetail',
  access: 'user',
  summary: 'One notice; marks it read',
  input: z.object({ id }),
  data: noticeRow.extend({ content: z.string() }),
});
export const noticesCalls = [getNoticeCount, getNoticePage, getNoticeDetail] as const;
