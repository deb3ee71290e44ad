/** The filters of the records page in its address. */
import { useEffect } from 'react';
import { ACCOUNT, useAssets } from '#data/assets.ts';
import { useCatalogueQuery } from '#data/pairs.ts';
import { useUrlChange, useUrlText } from '#shared/url-state.ts';
import {
  filterInput,
  knownFilters,
  type FilterName,
  type Known,
  type RecordFilters,
} from './record-filters.ts';

/**
 * The filters of a kind of records. Filters of other kinds stay in the address; unknown values are
 * removed from it.
 */
export function useRecordFilters(has: readonly FilterName[]) {
  const catalogue = useCatalogueQuery();
  const assets = useAssets(ACCOUNT.exchange);
  const everything: Known = {
    pairs: catalogue.data?.pairs ?? [],
    coins: assets.data?.list.map(({ currencyName }) => currencyName) ?? [],
  };
  const change = useUrlChange();
  const named = useNamed();
  const known = knownFilters(named, everything);
  const isCertain = [catalogue, assets].every((query) => query.isSuccess && !query.isPlaceholderData);
  const unknown = isCertain ? namesOf(named).filter((name) => known[name] !== named[name]) : [];
  const cleaned = unknown.join(' ');
  useEffect(() => {
    if (cleaned !== '') change(Object.fromEntries(cleaned.split(' ').map((name) => [name, ''])));
  }, [cleaned, change]);
  const filters: RecordFilters = {
    ...known,
    pair: has.includes('pair') ? known.pair : '',
    coin: has.includes('coin') ? known.coin : '',
    side: has.includes('side') ? known.side : '',
    status: has.includes('status') ? known.status : '',
  };
  return { filters, input: filterInput(filters, everything), change, known: everything };
}

const namesOf = (filters: RecordFilters) => Object.keys(filters) as (keyof RecordFilters)[];

function useNamed(): RecordFilters {
  const [pair] = useUrlText('pair');
  const [coin] = useUrlText('coin');
  const [side] = useUrlText('side');
  const [status] = useUrlText('status');
  const [number] = useUrlText('number');
  const [from] = useUrlText('from');
  const [to] = useUrlText('to');
  return { pair, coin, side, status, number, from, to };
}
