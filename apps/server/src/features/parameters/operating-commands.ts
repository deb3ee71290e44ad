/** The operator's commands for parameters. Only a running server takes them. */
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { Catalogue } from '../../catalogue.ts';
import type { Log } from '../../log.ts';
import { PLATFORM_OWNER } from '../../seeds.ts';
import type { Sequencer } from '../../sequencer.ts';
import { KEPT_PARAMETERS, type Parameters, type ParameterVersion } from './parameters.ts';

export interface ParameterCommandParts {
  readonly parameters: Parameters;
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
  readonly log: Log;
}

export interface ParameterValue {
  readonly name: string;
  readonly value: string;
}

const RATE = 'contract_fee_rate';
const RATE_DECIMALS = 6;
/** A fee above a tenth of the stake is a typing error. */
const RATE_MAX_PPM = 100_000;

export function parameterCommands(parts: ParameterCommandParts) {
  const { parameters, log } = parts;
  return {
    'parameters/list': async (_input: null): Promise<readonly ParameterValue[]> => [
      ...KEPT_PARAMETERS.map((name) => ({ name, value: parameters.get(name) })),
      { name: RATE, value: formatDecimal(contractOffers(parts)[0]?.feeRatePpm ?? 0, RATE_DECIMALS) },
    ],
    'parameters/history': (_input: null): Promise<readonly ParameterVersion[]> => parameters.history(),
    /** What is wrong with the value; null if it is in force now. */
    'parameters/set': async ({
      name,
      value,
      operator,
    }: ParameterValue & { readonly operator: string }): Promise<{ readonly problem: string | null }> => {
      const problem = name === RATE ? await setRate(parts, value) : parameters.problemOf(name, value);
      if (problem !== null) return { problem };
      const version = await parameters.record(name, value, operator);
      log.warn({ name, value, version, operator }, 'an operator has set a parameter');
      return { problem: null };
    },
  };
}

function contractOffers({ catalogue }: ParameterCommandParts) {
  return [...catalogue.exchange.features['seconds-contract'].offers.values()];
}

/** New contracts have the new rate; open ones keep theirs. */
async function setRate(parts: ParameterCommandParts, value: string): Promise<string | null> {
  const feeRatePpm = parseDecimal(value, RATE_DECIMALS);
  if (typeof feeRatePpm !== 'number' || feeRatePpm > RATE_MAX_PPM)
    return `${RATE} takes a share of the stake from 0 to ${formatDecimal(RATE_MAX_PPM, RATE_DECIMALS)}`;
  for (const offer of contractOffers(parts)) {
    const { error } = await parts.sequencer.submit({ ...offer, feeRatePpm }, { owner: PLATFORM_OWNER });
    if (error !== null) return error;
  }
  return null;
}
