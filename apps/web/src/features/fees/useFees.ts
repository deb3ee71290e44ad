/** Every fee and limit in force, and the queries that they come from. */
import { useCatalogueQuery } from '#data/pairs.ts';
import { useContractConfigs, useContractFeeRate } from '#data/parameters.ts';
import { askPublicTerms, usePublicTerms, usePublicTermsOf } from '#data/public-terms.ts';
import type { ProductTerms } from '#shared/product-terms.ts';

const OWN = [
  'spot/get-fee-tiers',
  'funding/get-terms',
  'parameters/get-account-rules',
  'flash-exchange/get-offers',
] as const;

type Products = readonly ProductTerms[];
const callsOf = (products: Products) => products.map(({ offers }) => offers);

export const askFees = (products: Products): Promise<void> => askPublicTerms([...OWN, ...callsOf(products)]);

export function useFees(products: Products) {
  const tiers = usePublicTerms('spot/get-fee-tiers');
  const terms = usePublicTerms('funding/get-terms');
  const rules = usePublicTerms('parameters/get-account-rules');
  const exchange = usePublicTerms('flash-exchange/get-offers');
  const offers = usePublicTermsOf(callsOf(products));
  const catalogue = useCatalogueQuery();
  const contracts = useContractConfigs();
  const contractFee = useContractFeeRate();
  const read = [tiers, terms, rules];
  const parts = [...read, exchange, catalogue, contracts, contractFee];
  // Excludes products whose call has failed, because their own rows say so.
  const missing = [...parts, ...offers.filter(({ isError }) => !isError)].filter(
    ({ data }) => data === undefined,
  );
  const answered = [...read, ...offers].filter(({ data }) => data !== undefined);
  return {
    tiers,
    terms,
    rules,
    exchange,
    catalogue,
    contracts,
    contractFee,
    /**
     * The parts that are still missing, whose figures would show as zero. Undefined once all are
     * there, apart from products that could not be read.
     */
    waiting:
      missing.length === 0
        ? undefined
        : {
            isError: missing.some(({ isError }) => isError),
            error: missing.find(({ isError }) => isError)?.error,
            refetch: () => Promise.all(missing.map((part) => part.refetch())),
          },
    /** Each product, with the query of its offers. */
    products: products.map((product, index) => ({ product, offers: offers[index] })),
    /** The time at which the oldest of the loaded parts was read. */
    readMs: Math.min(...answered.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    /** As the calls have answered; null for a product that could not be read. */
    all: {
      pairs: catalogue.data?.pairs,
      feeTiers: tiers.data,
      contractFeeRate: contractFee.data,
      contractDurations: contracts.data,
      transfers: terms.data,
      accountRules: rules.data,
      ...Object.fromEntries(products.map(({ topic }, index) => [topic, offers[index]?.data ?? null])),
    },
  };
}
export type Fees = ReturnType<typeof useFees>;
