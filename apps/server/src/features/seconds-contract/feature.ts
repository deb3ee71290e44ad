/** The server's definition of the product seconds contracts. */
import type { Exchange, PositionChanged } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import { WHOLE } from '../../db/lists.ts';
import { differencesOf, finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import { checkTotals } from '../../pipeline/totals.ts';
import type { Feature } from '../../contract/feature.ts';
import type { Product } from '../../contract/product.ts';
import { secondsContractRisk } from './risk.ts';
import { contractOfficeHandlers } from './office.ts';
import { secondsContractCommands } from './operating-commands.ts';
import { secondsContractHandlers } from './routes.ts';
import { positionTotals } from './projection.ts';
import { endedList } from './queries.ts';
import { checkSettlements } from './recomputed-settlements.ts';
import { positionRowOf } from './rows.ts';
import { secondsContractSeeds } from './seeds.ts';
import { secondsContractNotifications } from './notifications.ts';

const ENDED = `select owner, market, count(*) as positions from positions
  where owner >= ${USER_OWNER_MIN} and status <> 0 group by owner, market`;

const DIRECTIONS = ['', 'up', 'down'] as const;

const product: Product<'seconds-contract'> = {
  rank: 3,
  changedRow: (catalogue, event) => (event.type === 'position-changed' ? rowOf(catalogue, event) : null),
  openRows: (catalogue, owner) =>
    openPositions(catalogue, owner).map((position) => rowOf(catalogue, position)),
  crossChecks: async (session, exchange) => [
    await checkOpenPositions(session, exchange),
    ...(await checkSettlements(session, exchange)),
    await checkTotals(session, positionTotals, { of: 'ended positions', rows: ENDED }),
  ],
  openName: 'open positions',
  openLines: (catalogue, owner) =>
    openPositions(catalogue, owner).map((position) => lineOf(catalogue, position)),
  risk: secondsContractRisk,
  recordCounts: async (parts, owner) => ({ contracts: await endedList(parts, { owner, ...WHOLE }).total() }),
  notifications: secondsContractNotifications,
};

export const feature = {
  open: (ports) => ({
    calls: { ...secondsContractHandlers(ports), ...contractOfficeHandlers(ports) },
    commands: secondsContractCommands(ports),
  }),
  seeds: secondsContractSeeds,
  product,
} satisfies Feature<'seconds-contract'>;

function openPositions({ exchange }: Catalogue, owner: number): PositionChanged[] {
  return exchange.features['seconds-contract'].openPositions(owner);
}

function rowOf(catalogue: Catalogue, position: PositionChanged): { id: number; row: PositionRow } {
  return { id: position.position, row: positionRowOf(catalogue, position) };
}

function lineOf(catalogue: Catalogue, position: PositionChanged): string {
  const { base, quote, market } = catalogue.marketAt(position.market);
  const { stake, fee, openPrice, seconds } = position;
  const staked = `${formatFixed(stake, quote.decimals)} ${quote.code} and ${formatFixed(fee, quote.decimals)} fee`;
  const opened =
    openPrice === 0
      ? 'not opened yet'
      : `opened at ${formatFixed(openPrice, market.definition.indexDecimals)}`;
  const what = `${DIRECTIONS[position.direction]} ${base.code}/${quote.code}, ${seconds} s: ${staked}`;
  return `position  ${position.position} ${what}, ${opened}, accepted ${new Date(position.acceptedMs).toISOString()}`;
}

async function checkOpenPositions(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ position_id: number; facts: string }>(
    `select position_id, concat_ws('/', owner, market, direction, stake, fee, profit_rate_ppm, seconds, open_tick, open_price, due_ms) as facts
     from positions where status = 0`,
  );
  const open = new Map<number, string>();
  for (const position of exchange.features['seconds-contract'].open()) {
    const { owner, market, direction, stake, fee, profitRatePpm, seconds, openTick, openPrice, dueMs } =
      position;
    open.set(
      position.position,
      [owner, market, direction, stake, fee, profitRatePpm, seconds, openTick, openPrice, dueMs].join('/'),
    );
  }
  return finding(
    'open positions in the table are those in memory',
    `${open.size} positions`,
    differencesOf(
      open,
      rows.map((row) => [row.position_id, row.facts]),
    ),
  );
}
