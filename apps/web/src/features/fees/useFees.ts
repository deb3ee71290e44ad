/** Every fee and limit in force, and the queries that they come from. */
import { useCatalogueQuery } from '#data/pairs.ts';
import { useContractConfigs, useContractFeeRate } from '#data/parameters.ts';
import { askPublicTerms, usePublicTerms } from '#data/public-terms.ts';

const ASKED = [
  'spot/get-fee-tiers',
  'funding/get-terms',
  'parameters/get-account-rules',
  'flash-exchange/get-offers',
  'finance/get-offers',
  'mining/get-offers',
  'fund/get-offers',
  'subscription/get-projects',
] as const;

export const askFees = (): Promise<void> => askPublicTerms(ASKED);

export function useFees() {
  const tiers = usePublicTerms('spot/get-fee-tiers');
  const terms = usePublicTerms('funding/get-terms');
  const rules = usePublicTerms('parameters/get-account-rules');
  const exchange = usePublicTerms('flash-exchange/get-offers');
  const finance = usePublicTerms('finance/get-offers');
  const mining = usePublicTerms('mining/get-offers');
  const fund = usePublicTerms('fund/get-offers');
  const projects = usePublicTerms('subscription/get-projects');
  const catalogue = useCatalogueQuery();
  const contracts = useContractConfigs();
  const contractFee = useContractFeeRate();
  return {
    tiers,
    terms,
    rules,
    exchange,
    finance,
    mining,
    fund,
    projects,
    catalogue,
    contracts,
    contractFee,
    /** When the oldest part was read; 0 until all are there. */
    readMs: Math.min(tiers.dataUpdatedAt, terms.dataUpdatedAt, rules.dataUpdatedAt, exchange.dataUpdatedAt),
    /** As the calls have answered. */
    all: {
      pairs: catalogue.data?.pairs,
      feeTiers: tiers.data,
      contractFeeRate: contractFee.data,
      contractDurations: contracts.data,
      transfers: terms.data,
      accountRules: rules.data,
      flashExchange: exchange.data?.list,
      finance: finance.data?.list,
      mining: mining.data?.list,
      funds: fund.data?.list,
      subscriptions: projects.data?.list,
    },
  };
}
export type Fees = ReturnType<typeof useFees>;
