/** The brand of the platform, and who runs it. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { nothing } from '../../fields.ts';

const getBrand = defineCall({
  name: 'brand/get-brand',
  method: 'GET',
  path: '/brand/getBrand',
  access: 'public',
  summary: 'The name and the accent of the platform, and who runs it',
  input: nothing,
  data: z.object({
    name: z.string(),
    /** Such as `#009dd9`. */
    colour: z.string(),
    /** Empty where the owner has not said. */
    legalName: z.string(),
    legalAddress: z.string(),
    legalContact: z.string(),
    /** The host of the site. */
    website: z.string(),
  }),
});

/** None of its own. */
export const refusals = {};
export const chapter: Chapter = { title: { en: 'Brand', zh: '品牌' } };
export const calls = [getBrand] as const;
