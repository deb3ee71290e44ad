/** Notices to everybody in the back office: those that are published, and their acts. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { listed, listPage, timeMs, whole } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';
import { NOTICE_TEXT_MAX, NOTICE_TITLE_MAX } from './notice-lengths.ts';

const title = z.string().trim().min(1).max(NOTICE_TITLE_MAX);
const text = z.string().trim().min(1).max(NOTICE_TEXT_MAX);
const texts = { titleEn: title, textEn: text, titleZh: title, textZh: text };

const published = z.object({
  notice: z.number().int(),
  time: timeMs,
  titleEn: z.string(),
  textEn: z.string(),
  titleZh: z.string(),
  textZh: z.string(),
});
export type PublishedNotice = z.output<typeof published>;

const getPublished = defineOperatorCall({
  name: 'notices/get-published',
  path: '/notices/getPublished',
  permission: 'content/look',
  isLogged: false,
  summary: 'The notices to everybody, newest first, in both languages',
  input: z.object(listPage(2)),
  data: listed(published),
});
const publish = defineOperatorAct({
  name: 'notices/publish',
  path: '/notices/publish',
  section: 'content',
  people: 1,
  summary: 'Publishes a notice to everybody',
  input: z.object(texts),
});
const withdraw = defineOperatorAct({
  name: 'notices/withdraw',
  path: '/notices/withdraw',
  section: 'content',
  people: 1,
  refusals: ['request/not-found'],
  summary: 'Withdraws a notice: nobody finds it any more',
  input: z.object({ notice: whole(1, Number.MAX_SAFE_INTEGER) }),
});

export const calls = [getPublished, publish, withdraw] as const;
/** Empty: the acts answer with refusals of all calls, and of the back office. */
export const refusals = {};
