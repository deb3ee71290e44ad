/** Identity verification: the user's submission, its state, and who viewed it. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { agreement, blankIsAbsent, noData, nothing, timeMs } from '../../fields.ts';
import { COUNTRIES, DOCUMENTS, PERSON_NAME, PHOTO_BYTES_MAX, plainName } from './documents.ts';
import { REJECTION_REASONS } from './rejections.ts';

export { PHOTO_BYTES_MAX } from './documents.ts';
export { refusals } from './refusals.ts';
export { REJECTION_REASONS, REJECTION_TEXTS, type RejectionReason } from './rejections.ts';

/** As user/info shows it in `auth`. */
export const KYC_STATE = { notAuthenticated: 0, reviewing: 1, verified: 2, rejected: 3 } as const;
export type KycState = (typeof KYC_STATE)[keyof typeof KYC_STATE];
export const PHOTO_SIDES = ['front', 'back'] as const;
export type PhotoSide = (typeof PHOTO_SIDES)[number];

export const getStatus = defineCall({
  name: 'kyc/get-status',
  path: '/kyc/getStatus',
  access: 'user',
  summary: "Where the user's identity verification stands",
  input: nothing,
  data: z.object({
    state: z.number().int(),
    /** Demo: counts as verified without documents. */
    quick: z.boolean(),
    /** The last submission; the number without its middle. */
    submission: z
      .object({
        country: z.string(),
        document: z.enum(DOCUMENTS),
        name: z.string(),
        number: z.string(),
        /** The photos on file, which only reviewers see. */
        photos: z.array(z.enum(PHOTO_SIDES)),
        time: timeMs,
        reviewedTime: timeMs.nullable(),
        reason: z.enum(REJECTION_REASONS).nullable(),
        note: z.string(),
      })
      .nullable(),
    /** Each viewing of a photo, newest first. `reviewer` may be empty: somebody of the platform. */
    views: z.array(z.object({ time: timeMs, side: z.enum(PHOTO_SIDES), reviewer: z.string() })),
  }),
});
export const uploadPhoto = defineCall({
  name: 'kyc/upload-photo',
  grows: 'files',
  path: '/kyc/uploadPhoto',
  access: 'user',
  operation: 'settings',
  uploadBytesMax: PHOTO_BYTES_MAX,
  refusals: [
    'kyc/already-verified',
    'kyc/under-review',
    'kyc/photo-type',
    'kyc/photo-small',
    'kyc/photo-unreadable',
    'kyc/photo-pixels',
  ],
  summary: 'Takes a photo (JPEG, PNG or WebP) as the body; it waits a day to be sent',
  input: z.object({ side: z.enum(PHOTO_SIDES) }),
  data: z.object({ id: z.string(), width: z.number().int(), height: z.number().int() }),
});
const photoId = z.string().regex(/^[\w-]{22}$/, 'not an id');
export const submit = defineCall({
  name: 'kyc/submit',
  grows: 'settings',
  path: '/kyc/submit',
  access: 'user',
  operation: 'settings',
  refusals: [
    'kyc/already-verified',
    'kyc/under-review',
    'kyc/document-unknown',
    'kyc/number-invalid',
    'kyc/photo-missing',
  ],
  summary: 'Sends document and photos for review',
  input: z.object({
    country: z.enum(COUNTRIES as [string, ...string[]], 'not a country'),
    document: z.enum(DOCUMENTS),
    name: z.string().transform(plainName).pipe(z.string().regex(PERSON_NAME, 'the name as printed')),
    number: z.string().trim().min(1).max(32),
    frontPhoto: photoId,
    /** Absent for a passport, which has one page. */
    backPhoto: blankIsAbsent(photoId.optional()),
    own: agreement('confirm that the document is your own'),
  }),
  data: noData,
});
export const calls = [getStatus, uploadPhoto, submit] as const;
export const chapter: Chapter = { title: { en: 'Verification', zh: '身份认证' } };
