/** Messages to a user in the back office. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { listed, listPage, whole } from '../../fields.ts';
import { noticeRow } from './index.ts';

const getMessages = defineOperatorCall({
  name: 'people/get-messages',
  grows: 'office',
  path: '/people/getMessages',
  permission: 'people/look',
  isLogged: true,
  refusals: ['request/not-found'],
  summary: 'Messages of the site to a user, newest first; the look is logged and marks none as read',
  input: z.object({ user: whole(1, Number.MAX_SAFE_INTEGER), ...listPage(2) }),
  data: listed(noticeRow),
});

export const calls = [getMessages] as const;
/** Empty: the calls answer with refusals of others. */
export const refusals = {};
