/**
 * Preferences: what a user chose on the site, such as favourites and drawings, kept with the
 * account. The server keeps texts by name, and does not know what they mean.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { whole } from '../../fields.ts';

export { refusals } from './refusals.ts';

/** Names that one user may have, those of removed texts too. */
export const PREFERENCES_MAX = 64;
/** Characters of one text. */
export const PREFERENCE_LENGTH_MAX = 16_000;
const BODY_BYTES_MAX = 65_536;
const VERSION_MAX = 2_000_000_000;

const name = z
  .string()
  .regex(/^[a-z][\da-z-]{0,31}(\/[\da-z-]{1,32})?$/, 'not a name')
  .describe("Such as 'favourites' or 'drawings/btcusdt'");
const preference = z.object({
  name: z.string(),
  /** Begins with 1, and grows by 1 with each change. */
  version: z.number().int(),
  /** '' after it was removed. */
  value: z.string(),
});
export type PreferenceRow = z.output<typeof preference>;

const getAll = defineCall({
  name: 'preferences/get-all',
  path: '/preferences/getAll',
  access: 'user',
  summary: "All of the user's preferences, by name",
  input: z.object({}),
  data: z.array(preference),
});
const set = defineCall({
  name: 'preferences/set',
  grows: 'preferences',
  path: '/preferences/set',
  access: 'user',
  bodyBytesMax: BODY_BYTES_MAX,
  refusals: ['preferences/changed', 'preferences/too-many'],
  summary: 'Replaces one preference, in the version that the caller has read',
  input: z.object({
    name,
    /** The version that it replaces; 0: there is none yet. */
    version: whole(0, VERSION_MAX),
    /** Absent or '': removes the text. */
    value: z.string().max(PREFERENCE_LENGTH_MAX).default(''),
  }),
  data: z.object({ version: z.number().int() }),
});

export const chapter: Chapter = { title: { en: 'Preferences', zh: '偏好设置' } };
export const calls = [getAll, set] as const;
