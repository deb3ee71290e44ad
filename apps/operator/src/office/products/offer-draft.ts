/** An offer as it is typed: amounts as they are, shares in percent, times in UTC, a basket as text. */
import type {
  OfferTermKind,
  OfferTerms,
  OfficeOffer,
  OfficeProduct,
} from '@glasshouse/protocol/offers-office';
import { timeOf } from '../markets/TimeField.tsx';

export type OfferTexts = OfficeOffer['texts'];
export interface OfferDraft {
  readonly offer: string;
  /** By the names of the terms; '' is none. */
  readonly terms: Readonly<Record<string, string>>;
  readonly texts: OfferTexts;
}

const NO_TEXT = { name: '', lead: '', facts: [] };
const PERCENT_SHIFT = 2;
const MINUTE_LENGTH = 16;
const OPTIONAL: ReadonlySet<OfferTermKind> = new Set(['limit', 'optional-time']);

/** A draft of an offer that is there, or of a new one with the next number. */
export function draftOf({ terms, offers }: OfficeProduct, offer: OfficeOffer | undefined): OfferDraft {
  const next = Math.max(0, ...offers.map((one) => one.offer)) + 1;
  return {
    offer: String(offer?.offer ?? next),
    terms: Object.fromEntries(
      terms.map(({ name, kind }) => [
        name,
        offer === undefined ? startOf(kind) : typed(kind, offer.terms[name]),
      ]),
    ),
    texts: offer?.texts ?? { en: NO_TEXT, zh: NO_TEXT },
  };
}

const startOf = (kind: OfferTermKind): string => (kind === 'flag' ? 'yes' : '');

/** A term as the form shows it. */
export function typed(kind: OfferTermKind, value: OfferTerms[string] | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(({ coin, amount }) => `${amount} ${coin}`).join(' + ');
  const text = String(value);
  if (kind === 'share') return movedPoint(text, PERCENT_SHIFT);
  return kind === 'time' || kind === 'optional-time' ? text.slice(0, MINUTE_LENGTH).replace('T', ' ') : text;
}

/**
 * What the act takes; null: something is missing, or a time is none. What was not edited stays as
 * it was, such as a time with seconds, of which the form shows minutes.
 */
export function fieldsOf(
  { product, terms }: OfficeProduct,
  { offer, terms: draft, texts }: OfferDraft,
  before: OfficeOffer | undefined,
) {
  const written: Record<string, OfferTerms[string]> = {};
  for (const { name, kind } of terms) {
    const text = (draft[name] ?? '').trim();
    const former = before?.terms[name];
    if (former !== undefined && typed(kind, former) === text) {
      written[name] = former;
      continue;
    }
    if (text === '' && OPTIONAL.has(kind)) continue;
    const value = text === '' ? null : valueOf(kind, text);
    if (value === null) return null;
    written[name] = value;
  }
  const isNamed = [texts.en, texts.zh].every(({ name, lead }) => name.trim() !== '' && lead.trim() !== '');
  return isNamed && offer !== '' ? { product, offer, terms: written, texts } : null;
}

function valueOf(kind: OfferTermKind, text: string): OfferTerms[string] | null {
  switch (kind) {
    case 'flag':
      return text === 'yes';
    case 'whole':
      return /^\d{1,9}$/.test(text) ? Number(text) : text;
    case 'share':
      return movedPoint(text, -PERCENT_SHIFT);
    case 'basket':
      return text.split('+').map((part) => {
        const [amount = '', coin = ''] = part.trim().split(/\s+/);
        return { coin: coin.toUpperCase(), amount };
      });
    case 'time':
    case 'optional-time': {
      const timeMs = timeOf(text);
      return timeMs === null ? null : new Date(timeMs).toISOString();
    }
    case 'coin':
      return text.toUpperCase();
    case 'amount':
    case 'limit':
      return text;
  }
}

/** Moves the point of a plain number; any other text stays, for the server to refuse. */
export function movedPoint(text: string, places: number): string {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits =
    whole.padStart(whole.length + Math.abs(places), '0') +
    fraction.padEnd(fraction.length + Math.abs(places), '0');
  const point = whole.length + Math.abs(places) + places;
  const moved = `${digits.slice(0, point)}.${digits.slice(point)}`;
  return moved
    .replace(/0+$/, '')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '');
}
