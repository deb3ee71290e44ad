/**
 * Public parameters: customer service as operators have set it, rates and durations from the core's
 * definition.
 */
import type { DefineSecondsContract } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { CallName } from '@glasshouse/protocol';
import type { AccountRules } from '@glasshouse/protocol/parameters';
import type { Catalogue, NamedMarket } from '../../contract/catalogue.ts';
import { Serialised, type FeatureHandlers } from '../../http/handler.ts';
import { publishedLimits, publishedRefusals } from '../../operating/published-limits.ts';
import type { Parameters } from './parameters.ts';

export interface ParametersOptions {
  readonly catalogue: Catalogue;
  readonly parameters: Pick<Parameters, 'get'>;
  readonly passwordLengthMax: number;
  readonly rateLimitFactor: number;
  readonly accountRules: () => AccountRules;
}

const RATE_DECIMALS = 6;

type PublicHandlers = Pick<
  FeatureHandlers<'parameters'>,
  Extract<CallName, keyof FeatureHandlers<'parameters'>>
>;

export function parametersHandlers(options: ParametersOptions): PublicHandlers {
  const refusals = new Serialised(JSON.stringify(publishedRefusals()));
  const limits = new Serialised(JSON.stringify(publishedLimits(options.rateLimitFactor)));
  return {
    'parameters/get-refusals': () => refusals,
    'parameters/get-limits': () => limits,
    'parameters/get-account-rules': () => options.accountRules(),
    'parameters/get-param': ({ paramName }) => {
      switch (paramName) {
        case 'customer_service_url':
        case 'customer_service_email':
        case 'claim_deposit_time':
        case 'claim_confirmations':
        case 'claim_withdrawal_hours':
        case 'claim_market_cap':
        case 'claim_no_early_transfer':
          return { valueName: options.parameters.get(paramName) };
        case 'password_length_max':
          return { valueName: String(options.passwordLengthMax) };
        case 'contract_fee_rate':
          return { valueName: formatDecimal(contractTerms(options)?.terms.feeRatePpm ?? 0, RATE_DECIMALS) };
      }
    },
    'parameters/get-contract-config': () => {
      const found = contractTerms(options);
      if (found === null) return [];
      const { terms, named } = found;
      return terms.durations.map(({ seconds, profitRatePpm, minStake, maxStake }) => ({
        second: seconds,
        incomeRate: formatDecimal(profitRatePpm, RATE_DECIMALS),
        openAmountMin: formatDecimal(minStake, named.quote.decimals),
        openAmountMax: formatDecimal(maxStake, named.quote.decimals),
      }));
    },
  };
}

/** All pairs offer the same durations, so the first pair with contracts represents all. */
function contractTerms({
  catalogue,
}: ParametersOptions): { readonly named: NamedMarket; readonly terms: DefineSecondsContract } | null {
  for (const named of catalogue.markets) {
    const terms = catalogue.exchange.features['seconds-contract'].offers.get(named.market.definition.market);
    if (terms !== undefined) return { named, terms };
  }
  return null;
}
