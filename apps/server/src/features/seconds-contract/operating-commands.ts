/**
 * The operator's commands for the terms of seconds contracts: `npx glasshouse terms`. Contracts
 * from then on have the new terms; open ones keep theirs. All pairs have the same durations, and
 * the same fee rate, which is a parameter.
 */
import {
  CONTRACT_BOUNDS,
  DURATION_BOUNDS,
  DURATIONS_MAX,
  type DefineSecondsContract,
} from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { isRefusal } from '@glasshouse/protocol';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';
import {
  applyTerms,
  CONTRACT_TERMS,
  termsHistory,
  type TermsAnswer,
  type TermsParts,
} from '../../contract/terms-acts.ts';
import { STAKE_COIN } from './day-results.ts';

/** Seconds; percent of the stake; amounts of the stake's coin. */
export interface DurationText {
  readonly seconds: string;
  readonly profit: string;
  readonly minStake: string;
  readonly maxStake: string;
}

/** What is absent stays as it is; a pair that has no contracts yet needs all of them. */
export interface LimitsRequest {
  /** Such as 'BTC/USDT'. */
  readonly pair: string;
  readonly maxPositions?: string;
  /** 0: no limit. */
  readonly maxUserStake?: string;
  readonly maxOpenStake?: string;
}

type ContractTermsParts = TermsParts & Pick<Ports, 'termsWork'>;

interface By {
  readonly operator: string;
}
type Duration = DefineSecondsContract['durations'][number];
const LIMITS = ['maxPositions', 'maxUserStake', 'maxOpenStake'] as const;
type Limits = Pick<DefineSecondsContract, (typeof LIMITS)[number]>;

const ACT = 'contracts';
/** One percent is 10,000 parts per million. */
const PERCENT_DECIMALS = 4;

export function secondsContractCommands(parts: ContractTermsParts) {
  // A definition replaces all terms of a pair: an act is planned when the last one is in force.
  const inTurn = async (act: () => Promise<TermsAnswer>): Promise<TermsAnswer> => {
    const done = await parts.termsWork.run(CONTRACT_TERMS, act);
    return isRefusal(done) ? { problem: done.error } : done;
  };
  return {
    'seconds-contract/list-terms': async (_input: null): Promise<readonly string[]> =>
      parts.catalogue.markets.flatMap((named) => linesOf(parts, named)),
    'seconds-contract/list-terms-history': (_input: null) => termsHistory(parts, ACT),
    /** Those of all pairs. */
    'seconds-contract/set-durations': (asked: By & { readonly durations: readonly DurationText[] }) =>
      inTurn(() => setDurations(parts, asked)),
    'seconds-contract/set-limits': (asked: By & LimitsRequest) => inTurn(() => setLimits(parts, asked)),
  };
}

async function setDurations(
  parts: TermsParts,
  { durations: texts, operator }: By & { readonly durations: readonly DurationText[] },
): Promise<TermsAnswer> {
  const { catalogue } = parts;
  const durations = readDurations(texts, catalogue.asset(STAKE_COIN)!.decimals);
  if (typeof durations === 'string') return { problem: durations };
  const offers = [...catalogue.exchange.features['seconds-contract'].offers.values()];
  const detail = texts.map((text) => Object.values(text).join(':')).join(' ');
  const commands = offers.map((offer) => ({ ...offer, durations }));
  return applyTerms(parts, { operator, act: ACT, subject: 'all pairs', detail, commands });
}

async function setLimits(
  parts: TermsParts,
  { operator, ...asked }: By & LimitsRequest,
): Promise<TermsAnswer> {
  const { catalogue } = parts;
  const named = catalogue.marketNamed(asked.pair);
  if (named === undefined) return { problem: `there is no pair ${asked.pair}` };
  if (named.quote.code !== STAKE_COIN)
    return { problem: `stakes are of ${STAKE_COIN}, in which ${asked.pair} has no price` };
  const { offers } = catalogue.exchange.features['seconds-contract'];
  const { market } = named.market.definition;
  const limits = readLimits(asked, offers.get(market), named.quote.decimals);
  if (typeof limits === 'string') return { problem: limits };
  // Durations and the fee rate are those of all pairs.
  const other = offers.get(market) ?? [...offers.values()][0];
  if (other === undefined) return { problem: 'no pair has contracts whose durations it could have' };
  const { pair, ...terms } = asked;
  const noted = { operator, subject: `pair ${pair}`, detail: JSON.stringify(terms) };
  return applyTerms(parts, { ...noted, act: ACT, commands: [{ ...other, market, ...limits }] });
}

/** What is wrong with one, in words. */
function readLimits(asked: LimitsRequest, there: Limits | undefined, decimals: number): Limits | string {
  const limits: Partial<Record<(typeof LIMITS)[number], number>> = {};
  for (const name of LIMITS) {
    const text = asked[name];
    const value =
      text === undefined ? there?.[name] : parseDecimal(text, name === 'maxPositions' ? 0 : decimals);
    if (value === undefined) return `${asked.pair} has no contracts yet: ${name} is missing`;
    const [least, most] = CONTRACT_BOUNDS[name];
    if (typeof value !== 'number' || value < least || value > most) return `${text} is no value of ${name}`;
    limits[name] = value;
  }
  return limits as Limits;
}

function readDurations(texts: readonly DurationText[], decimals: number): readonly Duration[] | string {
  if (texts.length === 0 || texts.length > DURATIONS_MAX) return `there are 1 to ${DURATIONS_MAX} durations`;
  const durations: Duration[] = [];
  for (const { seconds, profit, minStake, maxStake } of texts) {
    const read = {
      seconds: parseDecimal(seconds, 0),
      profitRatePpm: parseDecimal(profit, PERCENT_DECIMALS),
      minStake: parseDecimal(minStake, decimals),
      maxStake: parseDecimal(maxStake, decimals),
    };
    const named = `${seconds}:${profit}:${minStake}:${maxStake}`;
    for (const [name, [least, most]] of Object.entries(DURATION_BOUNDS) as [
      keyof Duration,
      readonly [number, number],
    ][]) {
      const value = read[name];
      if (typeof value !== 'number' || value < least || value > most) return `${named}: no value of ${name}`;
    }
    const duration = read as Duration;
    if (duration.minStake > duration.maxStake) return `${named}: the smallest stake is above the largest`;
    if (durations.some((one) => one.seconds === duration.seconds))
      return `${named}: there are two of ${seconds} seconds`;
    durations.push(duration);
  }
  return durations;
}

function linesOf({ catalogue }: TermsParts, { market, base, quote }: NamedMarket): string[] {
  const offer = catalogue.exchange.features['seconds-contract'].offers.get(market.definition.market);
  if (offer === undefined) return [];
  const amount = (units: number): string => `${formatDecimal(units, quote.decimals)} ${quote.code}`;
  const pair = `contracts ${base.code}/${quote.code}`;
  return [
    `${pair}: at most ${offer.maxPositions} open of a user, open stakes ${amount(offer.maxUserStake)} of a user, ${amount(offer.maxOpenStake)} of all`,
    ...offer.durations.map(
      ({ seconds, profitRatePpm, minStake, maxStake }) =>
        `${pair} ${seconds} s: profit ${formatDecimal(profitRatePpm, PERCENT_DECIMALS)} %, stakes ${amount(minStake)} to ${amount(maxStake)}`,
    ),
  ];
}
