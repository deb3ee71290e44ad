/** Public parameters: the durations of seconds contracts, the fee rate. */
import type { DataOf } from '@glasshouse/protocol';
import type { getContractConfig } from '@glasshouse/protocol/parameters';
import { useQuery } from '@tanstack/react-query';
import { call, CallError } from './api.ts';

export type ContractConfig = DataOf<typeof getContractConfig>[number];
type ParameterName =
  | 'customer_service_url'
  | 'customer_service_email'
  | 'contract_fee_rate'
  | 'password_length_max';

export function useParameter(paramName: ParameterName): string | undefined {
  return useParameterQuery(paramName).data;
}
function useParameterQuery(paramName: ParameterName) {
  return useQuery({
    queryKey: ['parameter', paramName],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const options = { method: 'GET', signal, quiet: true } as const;
      const data = await call<{ valueName: string }>(
        '/bb/app/paramter/getParamListByKeyName',
        { paramName },
        options,
      );
      return data.valueName;
    },
  });
}
/** The fee rate of seconds contracts; 0 where none is set (R4.8), and unknown until it is known. */
export function useContractFeeRate() {
  const { data, error, isError, refetch } = useParameterQuery('contract_fee_rate');
  const isUnset = error instanceof CallError && error.kind === 'refused';
  return { data: isUnset ? '0' : data, isError: isError && !isUnset, refetch };
}
export function useContractConfigs() {
  return useQuery({
    queryKey: ['contract-config'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      call<ContractConfig[]>(
        '/contract/app/paramter/contractconfig',
        {},
        { method: 'GET', signal, quiet: true },
      ),
  });
}
