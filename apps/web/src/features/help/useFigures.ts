/** Asks the calls that the figures of an article need, and tells each figure's text. */
import { NO_NUMBER } from '@glasshouse/ui';
import { useCatalogue } from '#data/pairs.ts';
import { useContractConfigs, useContractFeeRate, useParameter } from '#data/parameters.ts';
import { usePublicTerms } from '#data/public-terms.ts';
import { useTranslation, type Translation } from '#shared/i18n.ts';
import {
  FIGURES,
  figureText,
  isFigure,
  type FactName,
  type Facts,
  type FigureName,
  type FigureWords,
} from './figures.ts';

export type FigureTeller = (name: string) => string | undefined;

/** Undefined while a figure is not known; a dash where nothing is offered. */
export function useFigures(names: readonly string[]): FigureTeller {
  const translation = useTranslation();
  const facts = useFacts(names.filter(isFigure));
  const words = wordsOf(translation);
  return (name) => {
    if (!isFigure(name)) return NO_NUMBER;
    const { isKnown, text } = figureText(name, facts, words);
    return isKnown ? (text ?? NO_NUMBER) : undefined;
  };
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
    exchange: usePublicTerms('flash-exchange/get-offers', needs.has('exchange')).data?.list,
    finance: usePublicTerms('finance/get-offers', needs.has('finance')).data?.list,
    mining: usePublicTerms('mining/get-offers', needs.has('mining')).data?.list,
    funds: usePublicTerms('fund/get-offers', needs.has('funds')).data?.list,
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
  return {
    hours: (count) => t('help.words.hours', { count }),
    days: (count) => t('help.words.days', { count }),
    seconds: (count) => t('help.words.seconds', { count }),
    confirmations: (count) => t('help.words.confirmations', { count }),
    listed,
    range: (least, most) => t('help.words.range', { least, most }),
    dayRange: (least, most) => t('help.words.dayRange', { least, most }),
    durations: (list) => t('help.words.durations', { list }),
    operation: (name) => (isOperation(name) ? t(OPERATIONS[name]) : name),
    none: t('help.words.none'),
  };
}
