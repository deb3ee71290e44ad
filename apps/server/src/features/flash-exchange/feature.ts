/** The server's definition of the product flash exchange. */
import type { Session } from '../../db/database.ts';
import { WHOLE } from '../../db/lists.ts';
import { finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import { checkTotals } from '../../pipeline/totals.ts';
import type { Feature } from '../../contract/feature.ts';
import type { Product } from '../../contract/product.ts';
import { convertEndpoints } from './programs.ts';
import { exchangeTotals } from './projection.ts';
import { exchangeList, flashExchangeHandlers } from './routes.ts';
import { flashExchangeSeeds } from './seeds.ts';
import { exchangeRowOf } from './rows.ts';

const RANK = 5;
const EXCHANGES = `select owner, pay_asset, count(*) as exchanges from flash_exchanges
  where owner >= ${USER_OWNER_MIN} group by owner, pay_asset`;

const product: Product<'flash-exchange'> = {
  rank: RANK,
  changedRow: (catalogue, event) =>
    event.type === 'coins-exchanged' ? { id: event.exchange, row: exchangeRowOf(catalogue, event) } : null,
  // An exchange is done at once.
  openRows: () => [],
  crossChecks: async (session, { features }) => [
    await checkExchanges(session, features['flash-exchange'].count),
    await checkTotals(session, exchangeTotals, { of: 'exchanges', rows: EXCHANGES }),
  ],
  openName: 'open exchanges',
  openLines: () => [],
  risk: null,
  recordCounts: async (parts, owner) => ({ exchanges: await exchangeList(parts, owner, WHOLE).total() }),
};

export const feature = {
  open: (ports) => ({ calls: flashExchangeHandlers(ports), endpoints: convertEndpoints(ports) }),
  seeds: flashExchangeSeeds,
  product,
} satisfies Feature<'flash-exchange'>;

/** Every exchange is in the table, and moved exactly what it says on its owner's account. */
async function checkExchanges(session: Session, count: number): Promise<Finding> {
  const { rows } = await session.query<{ exchanges: number; wrong: number; named: string | null }>(
    `with said as (
       select exchange_id as id, owner, pay_asset as asset, -pay as units from flash_exchanges
       union all
       select exchange_id, owner, receive_asset, receive from flash_exchanges where receive > 0
     ), moved as (
       select reference as id, owner, asset, sum(available + frozen) as units from postings
       where owner >= ${USER_OWNER_MIN} and reason in ('exchange-paid', 'exchange-received') group by 1, 2, 3
     ), compared as (
       select id, s.units is distinct from m.units as wrong
       from (select * from said where owner >= ${USER_OWNER_MIN}) s full join moved m using (id, owner, asset)
     )
     select (select count(*) from flash_exchanges) as exchanges,
       count(*) filter (where wrong) as wrong, min(id) filter (where wrong)::text as named from compared`,
  );
  const { exchanges, wrong, named } = rows[0] ?? { exchanges: 0, wrong: 0, named: null };
  const differences = Array.from({ length: wrong }, (_, i) => (i === 0 ? `exchange ${named}` : 'more'));
  if (exchanges !== count) differences.push(`${count} were made`);
  return finding('exchanges moved what they say', `${exchanges} exchanges`, differences);
}
