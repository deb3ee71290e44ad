/** Public parameters: the durations of seconds contracts, the fee rate. */
import { useQuery } from '@tanstack/react-query';
import { call, CallError, type CallData, type CallInput } from './api.ts';

export type ContractConfig = CallData<'parameters/get-contract-config'>[number];
type ParameterName = CallInput<'parameters/get-param'>['paramName'];

export function useParameter(paramName: ParameterName): string | undefined {
  return useParameterQuery(paramName).data || undefined;
}
function useParameterQuery(paramName: ParameterName) {
  return useQuery({
    queryKey: ['parameter', paramName],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const found = await call('parameters/get-param', { paramName }, { signal, quiet: true });
      return (found as typeof found | null)?.valueName ?? '';
    },
  });
}
/** The fee rate of seconds contracts; 0 if none is set (R4.8), undefined until it is known. */
export function useContractFeeRate() {
  const { data, error, isError, refetch } = useParameterQuery('contract_fee_rate');
  const isUnset = error instanceof CallError && error.kind === 'refused';
  const known = isUnset || data === '' ? '0' : data;
  return { data: known, error: isUnset ? null : error, isError: isError && !isUnset, refetch };
}
export function useContractConfigs() {
  return useQuery({
    queryKey: ['contract-config'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => call('parameters/get-contract-config', {}, { signal, quiet: true }),
  });
}
