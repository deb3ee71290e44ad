/** The fund password in requests that lock money for a term or take a loan. */
import * as z from 'zod';
import { blankIsAbsent, plainText } from './fields.ts';

const LENGTH_MAX = 32;

/** Asked of users who have one. */
export const optionalFundPassword = blankIsAbsent(
  plainText.pipe(z.string().max(LENGTH_MAX)).meta({ maxLength: LENGTH_MAX }).optional(),
);

export const FUND_PASSWORD_REFUSALS = [
  'identity/fund-password-missing',
  'identity/fund-password-incorrect',
  'identity/fund-password-locked',
] as const;
