/** Which requests come from phones, and whether they have chosen the wide site. */
import type { FastifyRequest } from 'fastify';
import { parseCookie } from 'cookie';

/** Phones, as browsers name themselves; those of HarmonyOS say so themselves: "(Phone; ". */
const PHONE =
  /\b(iPhone|iPod|Windows Phone|Opera Mini|IEMobile)\b|\bAndroid\b.*\bMobile\b|\bMobile\b.*\bFirefox\b|\(Phone;|\bHarmonyOS\b(?!.*\bTablet\b).*\bMobile\b/i;

export const WIDE_COOKIE = 'wide';
/** In the address: chooses the wide site, for a year. */
export const WIDE_PARAMETER = 'wide';

export function isPhone({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['sec-ch-ua-mobile'] === '?1' || PHONE.test(headers['user-agent'] ?? '');
}

export function hasChosenWide({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return parseCookie(headers.cookie ?? '')[WIDE_COOKIE] === '1';
}

/** A link in one of our mails must work where the mail is read. */
export const isUrgent = (query: URLSearchParams): boolean => query.has('freeze');
