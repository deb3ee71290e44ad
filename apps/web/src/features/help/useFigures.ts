/** Sends the calls that an article's figures need, and provides the text of each figure. */
import { NO_NUMBER } from '@glasshouse/ui';
import { useCatalogue } from '#data/pairs.ts';
import { useContractConfigs, useContractFeeRate, useParameter } from '#data/parameters.ts';
import { usePublicTerms, usePublicTermsOf } from '#data/public-terms.ts';
import { useTranslation, type Translation } from '#shared/i18n.ts';
import type { ProductTerms } from '#shared/product-terms.ts';
import { ppmOf, rangeText } from '#shared/rates.ts';
import type { TextKey } from '#shared/text-keys.ts';
import {
  FIGURES,
  figureText,
  isFigure,
  type FactName,
  type Facts,
  type FigureName,
  type FigureWords,
} from './figures.ts';
import { useHelpProducts } from './help-products.ts';

/** The text of a figure: undefined until it is known, a dash if nothing is on offer. */
export type FigureTeller = (name: string) => string | undefined;

export function useFigures(names: readonly string[]): FigureTeller {
  const translation = useTranslation();
  const words = wordsOf(translation);
  const facts = useFacts(names.filter(isFigure));
  const ofProducts = useProductFigures(names);
  return (name) => {
    const product = ofProducts.get(name);
    if (product !== undefined) {
      const { figure, answer } = product;
      return answer === undefined ? undefined : (figure.text(answer, words) ?? NO_NUMBER);
    }
    if (!isFigure(name)) return NO_NUMBER;
    const { isKnown, text } = figureText(name, facts, words);
    return isKnown ? (text ?? NO_NUMBER) : undefined;
  };
}

/** The label of a figure beside an article; undefined for an unknown name. */
export function useFigureLabel(): (name: string) => TextKey | undefined {
  const products = useHelpProducts();
  return (name) => {
    if (isFigure(name)) return `help.facts.${name}`;
    return products.map(({ figures }) => figures[name]).find((figure) => figure !== undefined)?.label;
  };
}

interface AskedFigure {
  readonly figure: ProductTerms['figures'][string];
  /** Undefined until the call has answered. */
  readonly answer: unknown;
}

function useProductFigures(names: readonly string[]): ReadonlyMap<string, AskedFigure> {
  const products = useHelpProducts();
  const asked = products.map(({ figures }) =>
    Object.entries(figures).filter(([name]) => names.includes(name)),
  );
  const calls = products.map(({ offers }) => offers);
  const answers = usePublicTermsOf(calls, (call) => (asked[calls.indexOf(call)] ?? []).length > 0);
  return new Map(
    asked.flatMap((figures, index) =>
      figures.map(([name, figure]) => [name, { figure, answer: answers[index]?.data }] as const),
    ),
  );
}

function useFacts(names: readonly FigureName[]): Facts {
  const needs = new Set<FactName>(names.flatMap((name) => [...FIGURES[name].needs]));
  const parts = {
    terms: usePublicTerms('funding/get-terms', needs.has('terms')).data,
    rules: usePublicTerms('parameters/get-account-rules', needs.has('rules')).data,
    pairs: useCatalogue()?.pairs,
    tiers: usePublicTerms('spot/get-fee-tiers', needs.has('tiers')).data,
    contracts: useContractConfigs().data,
    contractFee: useContractFeeRate().data,
    passwordMax: useParameter('password_length_max'),
    mail: useParameter('customer_service_email'),
    platform: usePublicTerms('transparency/get-platform', needs.has('platform')).data,
  };
  const known = Object.entries(parts).filter(([, part]) => part !== undefined);
  return Object.fromEntries(known) as Facts;
}

const OPERATIONS = {
  trade: 'help.words.operations.trade',
  speculate: 'help.words.operations.speculate',
  exchange: 'help.words.operations.exchange',
  invest: 'help.words.operations.invest',
  subscribe: 'help.words.operations.subscribe',
  transfer: 'help.words.operations.transfer',
  withdraw: 'help.words.operations.withdraw',
  settings: 'help.words.operations.settings',
} as const;
const isOperation = (name: string): name is keyof typeof OPERATIONS => Object.hasOwn(OPERATIONS, name);

function wordsOf({ t }: Translation): FigureWords {
  const listed = (items: readonly string[]): string => {
    const last = items.at(-1) ?? '';
    const before = items.slice(0, -1).join(t('help.words.comma'));
    return before === '' ? last : t('help.words.and', { before, last });
  };
  const range = (least: string, most: string) => t('help.words.range', { least, most });
  return {
    t,
    range,
    rates: (rates) => rangeText(rates.map(ppmOf), range),
    days: (days) => {
      if (days.length === 0) return undefined;
      const [least, most] = [Math.min(...days), Math.max(...days)];
      if (least === most) return t('help.words.days', { count: least });
      return t('help.words.dayRange', { least, most });
    },
    hours: (count) => t('help.words.hours', { count }),
    seconds: (count) => t('help.words.seconds', { count }),
    confirmations: (counts) => {
      if (counts.length === 0) return undefined;
      const [least, most] = [Math.min(...counts), Math.max(...counts)];
      if (least === most) return t('help.words.confirmations', { count: least });
      return t('help.words.confirmationsRange', { least, most });
    },
    listed,
    durations: (list) => t('help.words.durations', { list }),
    operation: (name) => (isOperation(name) ? t(OPERATIONS[name]) : name),
    none: t('help.words.none'),
  };
}
