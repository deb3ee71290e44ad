/**
 * Terms of seconds contracts in the back office. Contracts from then on have the new terms; open
 * ones keep theirs. All pairs have the same durations, and the same fee rate, which is a parameter.
 */
import { CONTRACT_BOUNDS, DURATION_BOUNDS, type DefineSecondsContract } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { OfficeContractPair, OfficeDuration } from '@glasshouse/protocol/seconds-contract/office';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { EffectWords, Words } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import { submittingAct, type InTurn, type SubmittingPlan } from '../../contract/submitting-act.ts';
import { CONTRACT_TERMS } from '../../contract/terms-acts.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { STAKE_COIN } from './day-results.ts';

type Parts = Pick<Ports, 'catalogue' | 'operators' | 'sequencer' | 'termsWork'>;
type Duration = DefineSecondsContract['durations'][number];
const LIMITS = ['maxPositions', 'maxUserStake', 'maxOpenStake'] as const;
type Limit = (typeof LIMITS)[number];
type Limits = Pick<DefineSecondsContract, Limit>;
/** What is absent stays as it is; a pair that has no contracts yet needs all of them. */
type AskedLimits = { readonly pair: string } & { readonly [Name in Limit]?: string | undefined };

/** One percent is 10,000 parts per million. */
const PERCENT_DECIMALS = 4;
const FIELDS = {
  seconds: 'seconds',
  profitRatePpm: 'profit',
  minStake: 'minStake',
  maxStake: 'maxStake',
} as const;
const LIMIT_WORDS: Readonly<Record<Limit, Words>> = {
  maxPositions: { en: 'Open contracts of one person', zh: '个人持仓上限' },
  maxUserStake: { en: 'Open stakes of one person', zh: '个人未平仓金额上限' },
  maxOpenStake: { en: 'Open stakes of all', zh: '平台未平仓金额上限' },
};
const UNBOUNDED: Words = { en: 'without bound', zh: '不限' };

type Handlers = Pick<
  FeatureHandlers<'products'>,
  'products/get-contract-terms' | 'products/set-durations' | 'products/set-limits'
>;

export function contractOfficeHandlers(parts: Parts): Handlers {
  const { operators, sequencer, termsWork } = parts;
  // A definition replaces all terms of a pair, which the rate's parameter does, too.
  const inTurn: InTurn = (work) => termsWork.run(CONTRACT_TERMS, work);
  return {
    'products/get-contract-terms': () => termsInForce(parts),
    'products/set-durations': operators.act(
      'products/set-durations',
      submittingAct({ sequencer, inTurn }, (asked: { readonly durations: readonly OfficeDuration[] }) =>
        durationPlan(parts, asked.durations),
      ),
    ),
    'products/set-limits': operators.act(
      'products/set-limits',
      submittingAct({ sequencer, inTurn }, (asked: AskedLimits) => limitPlan(parts, asked)),
    ),
  };
}

const offersOf = ({ catalogue }: Pick<Ports, 'catalogue'>) =>
  catalogue.exchange.features['seconds-contract'].offers;
const nameOf = ({ base, quote }: NamedMarket): string => `${base.code}/${quote.code}`;

export function termsInForce({ catalogue }: Pick<Ports, 'catalogue'>) {
  const contracts = catalogue.exchange.features['seconds-contract'];
  const { decimals } = catalogue.asset(STAKE_COIN)!;
  const pairs: OfficeContractPair[] = [];
  const others: string[] = [];
  for (const named of catalogue.markets) {
    const { market } = named.market.definition;
    const offer = contracts.offers.get(market);
    if (offer !== undefined)
      pairs.push({
        pair: nameOf(named),
        maxPositions: String(offer.maxPositions),
        maxUserStake: formatDecimal(offer.maxUserStake, decimals),
        maxOpenStake: formatDecimal(offer.maxOpenStake, decimals),
        openStake: formatDecimal(contracts.openStake(market), decimals),
      });
    else if (named.quote.code === STAKE_COIN) others.push(nameOf(named));
  }
  const [first] = contracts.offers.values();
  const durations = (first?.durations ?? []).map((one) => written(one, decimals));
  return { coin: STAKE_COIN, durations, pairs, others };
}

const written = (
  { seconds, profitRatePpm, minStake, maxStake }: Duration,
  decimals: number,
): OfficeDuration => ({
  seconds: String(seconds),
  profit: formatDecimal(profitRatePpm, PERCENT_DECIMALS),
  minStake: formatDecimal(minStake, decimals),
  maxStake: formatDecimal(maxStake, decimals),
});

function durationPlan(parts: Parts, asked: readonly OfficeDuration[]): SubmittingPlan | Refusal {
  const { decimals } = parts.catalogue.asset(STAKE_COIN)!;
  const durations = readDurations(asked, decimals);
  if (isRefusal(durations)) return durations;
  const [inForce, after] = [termsInForce(parts).durations, durations.map((one) => written(one, decimals))];
  return {
    subject: 'seconds contracts of all pairs',
    effect: [...effectOfDurations(inForce, after), ...differingPairs(parts)],
    commands: [...offersOf(parts).values()].map((offer) => ({ ...offer, durations })),
  };
}

/** Pairs whose durations are others than those of the first: a release before could leave some. */
function differingPairs({ catalogue }: Parts): EffectWords[] {
  const { offers } = catalogue.exchange.features['seconds-contract'];
  const [first] = offers.values();
  const others = [...offers.values()].filter(
    ({ durations }) => JSON.stringify(durations) !== JSON.stringify(first?.durations),
  );
  if (others.length === 0) return [];
  const names = others.map(({ market }) => nameOf(catalogue.marketAt(market))).join(', ');
  return [
    {
      what: { en: 'Pairs that have others now', zh: '目前周期不同的交易对' },
      before: names,
      after: { en: 'the same', zh: '统一' },
    },
  ];
}

function limitPlan(parts: Parts, asked: AskedLimits): SubmittingPlan | Refusal {
  const named = parts.catalogue.marketNamed(asked.pair);
  if (named === undefined) return invalidField('pair', 'not a pair of the platform');
  if (named.quote.code !== STAKE_COIN) return invalidField('pair', 'has no price in the coin of stakes');
  const offers = offersOf(parts);
  const { market } = named.market.definition;
  const there = offers.get(market);
  const limits = readLimits(asked, there, named.quote.decimals);
  if (isRefusal(limits)) return limits;
  // Durations and the fee rate are those of all pairs.
  const other = there ?? [...offers.values()][0];
  if (other === undefined) return invalidField('pair', 'no pair has contracts whose durations it could have');
  return {
    subject: `seconds contracts of pair ${asked.pair}`,
    effect: [
      ...(there === undefined ? [beginning(other, named)] : []),
      ...effectOfLimits(there, limits, named),
    ],
    commands: [{ ...other, market, ...limits }],
  };
}

function readLimits(asked: AskedLimits, there: Limits | undefined, decimals: number): Limits | Refusal {
  const limits: Partial<Record<Limit, number>> = {};
  for (const name of LIMITS) {
    const text = asked[name];
    const value =
      text === undefined ? there?.[name] : parseDecimal(text, name === 'maxPositions' ? 0 : decimals);
    if (value === undefined && text === undefined) return invalidField(name, 'is required');
    const [least, most] = CONTRACT_BOUNDS[name];
    if (typeof value !== 'number' || value < least || value > most)
      return invalidField(name, 'not within its bounds');
    limits[name] = value;
  }
  return limits as Limits;
}

function readDurations(asked: readonly OfficeDuration[], decimals: number): readonly Duration[] | Refusal {
  const durations: Duration[] = [];
  for (const [place, { seconds, profit, minStake, maxStake }] of asked.entries()) {
    const wrong = (field: string, reason: string) => invalidField(`durations.${place}.${field}`, reason);
    const read = {
      seconds: parseDecimal(seconds, 0),
      profitRatePpm: parseDecimal(profit, PERCENT_DECIMALS),
      minStake: parseDecimal(minStake, decimals),
      maxStake: parseDecimal(maxStake, decimals),
    };
    for (const name of Object.keys(FIELDS) as (keyof Duration)[]) {
      const value = read[name];
      const [least, most] = DURATION_BOUNDS[name];
      if (typeof value !== 'number' || value < least || value > most)
        return wrong(FIELDS[name], 'not within its bounds');
    }
    const duration = read as Duration;
    if (duration.minStake > duration.maxStake) return wrong('minStake', 'is above the largest stake');
    if (durations.some((one) => one.seconds === duration.seconds))
      return wrong('seconds', 'there are two of this duration');
    durations.push(duration);
  }
  return durations;
}

/** The durations that come, change or go. */
function effectOfDurations(
  before: readonly OfficeDuration[],
  after: readonly OfficeDuration[],
): EffectWords[] {
  const at = (all: readonly OfficeDuration[], seconds: string) => all.find((one) => one.seconds === seconds);
  const terms = ({ profit, minStake, maxStake }: OfficeDuration) => ({
    en: `profit ${profit} %, stakes ${minStake} to ${maxStake} ${STAKE_COIN}`,
    zh: `收益率 ${profit} %，金额 ${minStake} 至 ${maxStake} ${STAKE_COIN}`,
  });
  const all = new Set([...before, ...after].map(({ seconds }) => seconds));
  return [...all].flatMap((seconds) => {
    const [was, is] = [at(before, seconds), at(after, seconds)];
    const [former, now] = [was && terms(was), is && terms(is)];
    if (former?.en === now?.en) return [];
    return [
      {
        what: { en: `Contracts of ${seconds} s`, zh: `${seconds} 秒合约` },
        before: former ?? null,
        after: now ?? { en: 'not offered', zh: '不再提供' },
      },
    ];
  });
}

/** Of a pair that had no contracts. */
function beginning({ durations, feeRatePpm }: DefineSecondsContract, { quote }: NamedMarket): EffectWords {
  const seconds = durations.map((one) => written(one, quote.decimals).seconds).join(', ');
  const fee = formatDecimal(feeRatePpm, PERCENT_DECIMALS);
  return {
    what: { en: 'Contracts begin', zh: '开始提供合约' },
    before: null,
    after: { en: `${seconds} s, fee ${fee} %`, zh: `${seconds} 秒，手续费 ${fee} %` },
  };
}

function effectOfLimits(before: Limits | undefined, after: Limits, { quote }: NamedMarket): EffectWords[] {
  const shown = (name: Limit, value: number): Words => {
    if (name === 'maxPositions') return String(value);
    return value === 0 ? UNBOUNDED : `${formatDecimal(value, quote.decimals)} ${quote.code}`;
  };
  return LIMITS.filter((name) => before?.[name] !== after[name]).map((name) => ({
    what: LIMIT_WORDS[name],
    before: before === undefined ? null : shown(name, before[name]),
    after: shown(name, after[name]),
  }));
}
