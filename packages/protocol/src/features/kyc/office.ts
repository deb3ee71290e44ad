/** Cases of identity verification in the back office. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { blankIsAbsent, listed, listPage, timeMs, whole } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';
import { CASE_STATES, CASE_VIEWS } from './case-states.ts';
import { COUNTRIES, DOCUMENTS } from './documents.ts';
import { PHOTO_SIDES } from './index.ts';
import { REJECTION_REASONS } from './rejections.ts';

/** Of the text that a reviewer adds for the user. */
export const NOTE_MAX = 300;

const id = { id: whole(1, Number.MAX_SAFE_INTEGER) };
const country = z.enum(COUNTRIES as [string, ...string[]], 'not a country');

const caseRow = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  /** When it was handed in. */
  time: timeMs,
  country: z.string(),
  document: z.enum(DOCUMENTS),
  state: z.enum(CASE_STATES),
  /** When it was decided; null while it waits. */
  decidedTime: timeMs.nullable(),
  /** Whether another user's live case names the same document. */
  isDuplicate: z.boolean(),
});
export type CaseRow = z.output<typeof caseRow>;

const getQueue = defineOperatorCall({
  name: 'kyc/get-queue',
  path: '/kyc/getQueue',
  permission: 'identity/look',
  // What waits is work; a search and the list of everybody are logged.
  isLogged: false,
  grows: 'office',
  summary: 'Cases of one view: those that wait oldest first, others newest first',
  input: z.object({
    view: z.enum(CASE_VIEWS).default('waiting'),
    country: blankIsAbsent(country.optional()),
    state: blankIsAbsent(z.enum(CASE_STATES).optional()),
    /** The number of a case, a user's id, or the number of a document, as a whole. */
    find: blankIsAbsent(z.string().trim().max(64).optional()),
    ...listPage(2),
  }),
  data: listed(caseRow).extend({
    /** Those that wait, however it is filtered; not beyond 10,000, as `totalRow`. */
    waiting: z.number().int(),
    /** When the case that waits longest was handed in; null: none waits. */
    oldestTime: timeMs.nullable(),
  }),
});

const duplicate = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  state: z.enum(CASE_STATES),
  time: timeMs,
  /** The same document's number, or a photo of the same bytes. */
  by: z.enum(['number', 'photo']),
});

const getCase = defineOperatorCall({
  name: 'kyc/get-case',
  path: '/kyc/getCase',
  permission: 'identity/look',
  isLogged: true,
  grows: 'office',
  refusals: ['request/not-found'],
  summary: 'A case as it was handed in, with others that share its document or a photo',
  input: z.object(id),
  data: caseRow.extend({
    name: z.string(),
    number: z.string(),
    /** Since when the user has the account. */
    userSince: timeMs,
    maskedEmail: z.string(),
    /** The photos that are kept. */
    photos: z.array(z.enum(PHOTO_SIDES)),
    /** Of other users, whatever became of them; at most 20. */
    duplicates: z.array(duplicate),
    /** The user's other cases, newest first, at most 20. */
    earlier: z.array(
      z.object({
        id: z.number().int(),
        time: timeMs,
        state: z.enum(CASE_STATES),
        rejection: z.enum(REJECTION_REASONS).nullable(),
      }),
    ),
    /** Who looked at the photos, newest first, at most 20. */
    looks: z.array(z.object({ time: timeMs, side: z.enum(PHOTO_SIDES), operator: z.string() })),
    /** Who decided; null while it waits. */
    reviewer: z.string().nullable(),
    rejection: z.enum(REJECTION_REASONS).nullable(),
    /** What the user reads besides; may be empty. */
    note: z.string(),
  }),
});
export type OfficeCase = z.output<typeof getCase.data>;

const getPhoto = defineOperatorCall({
  name: 'kyc/get-photo',
  path: '/kyc/getPhoto',
  permission: 'identity/look',
  isLogged: true,
  grows: 'office',
  refusals: ['request/not-found'],
  summary: 'A photo of a case. Its user sees who looked at it',
  input: z.object({ ...id, side: z.enum(PHOTO_SIDES) }),
  data: z.object({ jpegBase64: z.string() }),
});

const approve = defineOperatorAct({
  name: 'kyc/approve',
  path: '/kyc/approve',
  section: 'identity',
  people: 1,
  refusals: ['request/not-found', 'kyc/decided', 'kyc/document-in-use'],
  summary: 'Verifies the user of a case',
  input: z.object(id),
});
const reject = defineOperatorAct({
  name: 'kyc/reject',
  path: '/kyc/reject',
  section: 'identity',
  people: 1,
  refusals: ['request/not-found', 'kyc/decided'],
  summary: 'Rejects a case; its user may hand in another',
  input: z.object({
    ...id,
    /** What the user reads. The act's own reason is for operators alone. */
    rejection: z.enum(REJECTION_REASONS),
    /** What the user reads besides. */
    note: blankIsAbsent(z.string().trim().max(NOTE_MAX).default('')),
  }),
});

export const calls = [getQueue, getCase, getPhoto, approve, reject] as const;
/** Those of its acts are the feature's own. */
export const refusals = {};
