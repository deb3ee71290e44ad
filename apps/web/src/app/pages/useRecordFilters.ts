/** The filters of the records page in its address. */
import { useCatalogue } from '#data/pairs.ts';
import { useUrlChange, useUrlText } from '#shared/url-state.ts';
import { filterInput, knownFilters, type FilterName } from './record-filters.ts';

/** The filters of a kind of records. Those that it does not have stay in the address. */
export function useRecordFilters(has: readonly FilterName[]) {
  const pairs = useCatalogue()?.pairs ?? [];
  const change = useUrlChange();
  const [pair] = useUrlText('pair');
  const [coin] = useUrlText('coin');
  const [status] = useUrlText('status');
  const [from] = useUrlText('from');
  const [to] = useUrlText('to');
  const named = {
    pair: has.includes('pair') ? pair : '',
    coin: has.includes('coin') ? coin : '',
    status: has.includes('status') ? status : '',
    from,
    to,
  };
  const filters = knownFilters(named, pairs);
  return { filters, input: filterInput(filters, pairs), change, pairs };
}
