/**
 * The live figures of articles: each has a name, the calls that it comes from, and its text in a
 * language. Articles name figures and never repeat them, so that they cannot go stale.
 */
import { PPM } from '@glasshouse/money';
import { breakEvenRate, coinFlipExpectation } from '@glasshouse/protocol/seconds-contract/quote';
import { tierFeeOf } from '@glasshouse/protocol/spot/quote';
import type { AccountRules } from '@glasshouse/protocol/parameters';
import type { PublicTerms } from '@glasshouse/protocol/funding';
import type { FeeTiers } from '@glasshouse/protocol/spot';
import { formatNumber, neededPercent } from '@glasshouse/ui/numbers';
import type { TermWords } from '#shared/product-terms.ts';
import { percentText, plainPercent, ppmOf, rangeText, type RangeWords } from '#shared/rates.ts';

/** The data from which figures are derived; each part is missing until its call has answered. */
export interface Facts {
  readonly terms?: {
    readonly list: readonly PublicTerms[];
    readonly dailyLimits: { readonly verified: string };
  };
  readonly rules?: AccountRules;
  readonly pairs?: readonly PairFacts[];
  readonly tiers?: FeeTiers;
  readonly contracts?: readonly ContractFacts[];
  readonly contractFee?: string;
  readonly passwordMax?: string;
  readonly mail?: string;
  readonly platform?: { readonly version: string };
}
interface PairFacts {
  readonly baseCoin: string;
  readonly quoteCoin: string;
  readonly minNotional: string;
  readonly limitBandPpm: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}
interface ContractFacts {
  readonly second: number;
  readonly incomeRate: string;
}

export type FactName = keyof Facts;

/** The words of figures, in the reader's language. */
export interface FigureWords extends TermWords {
  readonly hours: (count: number) => string;
  readonly seconds: (count: number) => string;
  /** Of all networks that are watched. */
  readonly confirmations: (counts: readonly number[]) => string | undefined;
  readonly listed: (items: readonly string[]) => string;
  readonly range: RangeWords;
  readonly durations: (list: string) => string;
  readonly operation: (name: string) => string;
  readonly none: string;
}

interface Figure {
  readonly needs: readonly FactName[];
  /** Undefined if the platform offers nothing that the figure describes. */
  readonly text: (facts: Required<Facts>, words: FigureWords) => string | undefined;
}

const amount = (value: string, coin: string): string =>
  `${formatNumber(value, { decimals: 8, decimalsMin: 0 })} ${coin}`;

const TETHER = ({ terms }: Required<Facts>) =>
  terms.list.find(({ currency, chain }) => currency === 'USDT' && chain === 'TRC20');
const BITCOIN = ({ pairs }: Required<Facts>) =>
  pairs.find(({ baseCoin, quoteCoin }) => baseCoin === 'BTC' && quoteCoin === 'USDT');

/** The fee of a tier on BTC/USDT. */
function tierFee(facts: Required<Facts>, at: 0 | -1, side: 'maker' | 'taker'): string | undefined {
  const pair = BITCOIN(facts);
  if (pair === undefined) return undefined;
  const tier = facts.tiers.tiers.at(at);
  const fee = side === 'maker' ? pair.makerFeePpm : pair.takerFeePpm;
  const share = side === 'maker' ? tier?.makerSharePpm : tier?.takerSharePpm;
  return plainPercent(share === undefined ? fee : tierFeeOf(fee, share));
}

const shortest = ({ contracts }: Required<Facts>) => contracts[0];
const breakEven = (profit: string, fee: string): number => breakEvenRate(ppmOf(profit), ppmOf(fee)) / PPM;

export const FIGURES = {
  confirmations: {
    needs: ['terms'],
    text: ({ terms }, words) =>
      words.confirmations(
        terms.list.filter(({ byVoucher }) => !byVoucher).map(({ confirmations }) => confirmations),
      ),
  },
  'usdt-min-deposit': {
    needs: ['terms'],
    text: (facts) => amountOf(TETHER(facts)?.minDeposit),
  },
  'usdt-fee': { needs: ['terms'], text: (facts) => amountOf(TETHER(facts)?.fee) },
  'usdt-min-withdrawal': { needs: ['terms'], text: (facts) => amountOf(TETHER(facts)?.minAmount) },
  'daily-limit': { needs: ['terms'], text: ({ terms }) => amountOf(terms.dailyLimits.verified) },
  'deposit-fee': { needs: [], text: (_, words) => words.none },
  'voucher-coins': {
    needs: ['terms'],
    text: ({ terms }, words) =>
      words.listed([
        ...new Set(terms.list.filter(({ byVoucher }) => byVoucher).map(({ currency }) => currency)),
      ]) || undefined,
  },
  'hold-hours': { needs: ['rules'], text: ({ rules }, words) => words.hours(rules.hours.credentials) },
  'email-hold-hours': { needs: ['rules'], text: ({ rules }, words) => words.hours(rules.hours.email) },
  'address-hours': { needs: ['rules'], text: ({ rules }, words) => words.hours(rules.hours.address) },
  'unfreeze-hours': { needs: ['rules'], text: ({ rules }, words) => words.hours(rules.hours.unfreeze) },
  'limit-hours': { needs: ['rules'], text: ({ rules }, words) => words.hours(rules.hours.limit) },
  'identity-for': {
    needs: ['rules'],
    text: ({ rules }, words) =>
      words.listed(rules.identityFor.map((operation) => words.operation(operation))) || undefined,
  },
  'password-max': { needs: ['passwordMax'], text: ({ passwordMax }) => passwordMax },
  'support-mail': { needs: ['mail'], text: ({ mail }) => mail || undefined },
  version: { needs: ['platform'], text: ({ platform }) => platform.version },
  'maker-fee': { needs: ['pairs', 'tiers'], text: (facts) => tierFee(facts, 0, 'maker') },
  'taker-fee': { needs: ['pairs', 'tiers'], text: (facts) => tierFee(facts, 0, 'taker') },
  'best-maker-fee': { needs: ['pairs', 'tiers'], text: (facts) => tierFee(facts, -1, 'maker') },
  'best-taker-fee': { needs: ['pairs', 'tiers'], text: (facts) => tierFee(facts, -1, 'taker') },
  'tier-days': { needs: ['tiers'], text: ({ tiers }, words) => words.days([tiers.days]) },
  'min-order': {
    needs: ['pairs'],
    text: (facts) => {
      const pair = BITCOIN(facts);
      return pair === undefined ? undefined : amount(pair.minNotional, pair.quoteCoin);
    },
  },
  'limit-band': {
    needs: ['pairs'],
    text: (facts) => {
      const pair = BITCOIN(facts);
      return pair === undefined ? undefined : plainPercent(pair.limitBandPpm);
    },
  },
  'contract-fee': {
    needs: ['contractFee'],
    text: ({ contractFee }) => plainPercent(ppmOf(contractFee)),
  },
  'contract-durations': {
    needs: ['contracts'],
    text: ({ contracts }, words) => {
      if (contracts.length === 0) return undefined;
      return words.durations(words.listed(contracts.map(({ second }) => String(second))));
    },
  },
  'contract-profits': {
    needs: ['contracts'],
    text: ({ contracts }, words) => words.rates(contracts.map(({ incomeRate }) => incomeRate)),
  },
  'break-even-range': {
    needs: ['contracts', 'contractFee'],
    text: ({ contracts, contractFee }, words) =>
      rangeText(
        contracts.map(({ incomeRate }) => breakEven(incomeRate, contractFee)),
        words.range,
        neededPercent,
      ),
  },
  'short-duration': {
    needs: ['contracts'],
    text: (facts, words) => {
      const one = shortest(facts);
      return one === undefined ? undefined : words.seconds(one.second);
    },
  },
  'short-profit': {
    needs: ['contracts'],
    text: (facts) => {
      const one = shortest(facts);
      return one === undefined ? undefined : plainPercent(ppmOf(one.incomeRate));
    },
  },
  'short-break-even': {
    needs: ['contracts', 'contractFee'],
    text: (facts) => {
      const one = shortest(facts);
      return one === undefined ? undefined : neededPercent(breakEven(one.incomeRate, facts.contractFee));
    },
  },
  'short-coin-flip': {
    needs: ['contracts', 'contractFee'],
    text: (facts) => {
      const one = shortest(facts);
      if (one === undefined) return undefined;
      return percentText(coinFlipExpectation(ppmOf(one.incomeRate), ppmOf(facts.contractFee)), 1);
    },
  },
} as const satisfies Readonly<Record<string, Figure>>;

const amountOf = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : amount(value, 'USDT');

export type FigureName = keyof typeof FIGURES;
export const isFigure = (name: string): name is FigureName => Object.hasOwn(FIGURES, name);

export interface FigureText {
  /** Whether the figure's calls have answered. */
  readonly isKnown: boolean;
  /** Undefined if the platform offers nothing that the figure describes. */
  readonly text?: string | undefined;
}

export function figureText(name: FigureName, facts: Facts, words: FigureWords): FigureText {
  const { needs, text }: Figure = FIGURES[name];
  if (needs.some((need) => facts[need] === undefined)) return { isKnown: false };
  return { isKnown: true, text: text(facts as Required<Facts>, words) };
}
