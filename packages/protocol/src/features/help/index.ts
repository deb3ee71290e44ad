/** The help center: whether its articles helped. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { noData } from '../../fields.ts';
import { ARTICLE_NAMES } from './articles.ts';

const sendFeedback = defineCall({
  name: 'help/send-feedback',
  grows: 'feedback',
  path: '/help/sendFeedback',
  access: 'public',
  summary: 'Whether an article helped. Of one reader the last answer counts',
  input: z.object({ article: z.enum(ARTICLE_NAMES), helped: z.enum(['yes', 'no']) }),
  data: noData,
});

/** None of its own. */
export const refusals = {};
export const chapter: Chapter = { title: { en: 'Help center', zh: '帮助中心' } };
export const calls = [sendFeedback] as const;
