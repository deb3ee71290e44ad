/** Offers of all products in the back office: the list, and the act that defines one. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { OfficeProduct, OfferTermKind, OfferTerms } from '@glasshouse/protocol/offers-office';
import type { OfferTexts } from '@glasshouse/protocol/offer-texts';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { Offers, OfferTerm, WrittenTerms } from '../contract/offer.ts';
import type { EffectWords, Words } from '../contract/operator-acts.ts';
import type { Ports, Services } from '../contract/ports.ts';
import { submittingAct, type InTurn, type SubmittingPlan } from '../contract/submitting-act.ts';
import type { FeatureHandlers, Language } from '../http/handler.ts';
import { invalidField, invalidInput } from '../http/invalid-input.ts';

type Products = ReadonlyMap<string, Offers>;

/** `products` are those that have offers, by feature. */
type Parts = Pick<Services, 'catalogue' | 'offerTexts' | 'sequencer' | 'termsWork'> &
  Pick<Ports, 'operators'>;

interface Asked {
  readonly product: string;
  readonly offer: number;
  readonly terms: OfferTerms;
  readonly texts: OfferTexts;
}

const NEW_OFFER: Words = { en: 'New offer', zh: '新产品' };
const HELD: Words = { en: 'Held now, its terms stay', zh: '现有持有，条款不变' };
const NONE: Words = { en: 'none', zh: '无' };
const YES_NO = { yes: { en: 'yes', zh: '是' }, no: { en: 'no', zh: '否' } } as const;
const TEXT_WORDS = {
  name: { en: { en: 'Name, English', zh: '英文名称' }, zh: { en: 'Name, Chinese', zh: '中文名称' } },
  lead: { en: { en: 'Lead, English', zh: '英文简介' }, zh: { en: 'Lead, Chinese', zh: '中文简介' } },
  facts: { en: { en: 'Facts, English', zh: '英文说明' }, zh: { en: 'Facts, Chinese', zh: '中文说明' } },
} as const;
const LANGUAGES = ['en', 'zh'] as const;
/** More digits than any share has, in a percentage. */
const SHARE_DECIMALS = 12;
const PERCENT_SHIFT = 2;

export type OfferHandlers = Pick<
  FeatureHandlers<'products'>,
  'products/get-offers' | 'products/define-offer'
>;

export function offerHandlers(parts: Parts, products: Products): OfferHandlers {
  const { operators, sequencer, termsWork } = parts;
  const inTurn: InTurn = (work) => termsWork.run('offers', work);
  return {
    'products/get-offers': (_input, { language }) => ({
      products: [...products].map(([feature, offers]) => rowOf(parts, { feature, offers, language })),
    }),
    'products/define-offer': operators.act(
      'products/define-offer',
      submittingAct<Asked>({ sequencer, inTurn }, (asked) => planOf(parts, products, asked)),
    ),
  };
}

function rowOf(
  { catalogue, offerTexts }: Parts,
  { feature, offers, language }: { feature: string; offers: Offers; language: Language },
): OfficeProduct {
  return {
    product: feature,
    title: offers.words[language],
    terms: termsOf(offers).map(([name, { kind, words }]) => ({ name, kind, title: words[language] })),
    offers: offers.defined(catalogue.exchange).map(({ offer, terms, held }) => ({
      offer,
      terms: withoutAbsent(terms) as OfferTerms,
      texts: offerTexts.of(feature, offer),
      held,
    })),
  };
}

/** Texts first: an offer that can be taken has a name. */
function planOf(
  { catalogue, offerTexts, sequencer }: Parts,
  products: Products,
  { product, offer, terms, texts }: Asked,
): SubmittingPlan | Refusal {
  const offers = products.get(product);
  if (offers === undefined) return invalidField('product', 'not a product with offers');
  const written = { ...terms, offer, texts };
  const parsed = offers.file.safeParse(written);
  if (!parsed.success) return invalidInput(parsed.error.issues, written);
  const command = offers.commandOf(parsed.data, catalogue);
  if (isRefusal(command)) return command;
  const { exchange } = catalogue;
  const error = offers.refusalOf(exchange, command, sequencer.nowMs());
  // The core names no field of what is out of bounds.
  if (error === 'request/invalid') return invalidField('terms', OUT_OF_BOUNDS);
  if (error !== null) return { error };
  const before = offers.defined(exchange).find((defined) => defined.offer === offer);
  const textsBefore = offerTexts.has(product, offer) ? offerTexts.of(product, offer) : null;
  const changes = [
    ...effectOfTerms(offers, before?.terms ?? null, parsed.data as unknown as WrittenTerms),
    ...effectOfTexts(textsBefore, parsed.data.texts),
  ];
  return {
    subject: `${product} offer ${offer}`,
    effect:
      before === undefined
        ? [{ what: NEW_OFFER, before: null, after: `${product} ${offer}` }, ...changes]
        : [...(changes.length === 0 ? [] : effectOfHolding(before.held)), ...changes],
    commands: [command],
    write: async () => {
      await offerTexts.write(product, offer, parsed.data.texts);
      return () =>
        textsBefore === null
          ? offerTexts.remove(product, offer)
          : offerTexts.write(product, offer, textsBefore);
    },
  };
}

const OUT_OF_BOUNDS = 'a term is outside its bounds, or an offer would change its coin';

const termsOf = (offers: Offers): readonly (readonly [string, OfferTerm])[] =>
  Object.entries(offers.terms as Readonly<Record<string, OfferTerm>>);

const withoutAbsent = (terms: WrittenTerms): WrittenTerms =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));

const effectOfHolding = (held: string | null): readonly EffectWords[] =>
  held === null ? [] : [{ what: HELD, before: null, after: held, isLive: true }];

/** What differs, in the order of the terms. */
function effectOfTerms(
  offers: Offers,
  before: WrittenTerms | null,
  after: WrittenTerms,
): readonly EffectWords[] {
  return termsOf(offers).flatMap(([name, { kind, words }]) => {
    const now = shownOf(kind, after[name]);
    const former = before === null ? null : shownOf(kind, before[name]);
    return JSON.stringify(now) === JSON.stringify(former) || (former === null && now === NONE)
      ? []
      : [{ what: words, before: former, after: now }];
  });
}

/** Numbers without zeros that say nothing, so that two ways to write one are no change. */
function shownOf(kind: OfferTermKind, value: unknown): Words {
  if (value === undefined) return NONE;
  if (kind === 'flag') return value === true ? YES_NO.yes : YES_NO.no;
  if (kind === 'basket') {
    const parts = value as readonly { readonly coin: string; readonly amount: string }[];
    return parts.map(({ coin, amount }) => `${plain(amount)} ${coin}`).join(' + ');
  }
  const text = typeof value === 'number' ? String(value) : (value as string);
  if (kind === 'time' || kind === 'optional-time') return new Date(text).toISOString();
  if (kind === 'share') return `${percentOf(text)} %`;
  return kind === 'amount' || kind === 'limit' ? plain(text) : text;
}

const plain = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

function percentOf(share: string): string {
  const units = parseDecimal(share, SHARE_DECIMALS);
  return typeof units === 'number' ? formatDecimal(units, SHARE_DECIMALS - PERCENT_SHIFT) : share;
}

function effectOfTexts(before: OfferTexts | null, after: OfferTexts): readonly EffectWords[] {
  return LANGUAGES.flatMap((language) =>
    (['name', 'lead', 'facts'] as const).flatMap((part) => {
      const now = textOf(after[language], part);
      const former = before === null ? null : textOf(before[language], part);
      if (now === former || (former === null && now === '')) return [];
      const shown = (text: string): Words => (text === '' ? NONE : text);
      const what = TEXT_WORDS[part][language];
      return [{ what, before: former === null ? null : shown(former), after: shown(now) }];
    }),
  );
}

const textOf = (text: OfferTexts['en'], part: 'name' | 'lead' | 'facts'): string =>
  part === 'facts' ? text.facts.map((fact) => `${fact.name}: ${fact.text}`).join('; ') : text[part];
