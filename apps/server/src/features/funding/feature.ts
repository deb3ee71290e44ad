/** The server's definition of money in and out. */
import type { CoreEvent, Exchange } from '@glasshouse/core';
import { formatFixed, parseDecimal } from '@glasshouse/money';
import type { FundingRow } from '@glasshouse/protocol/funding';
import type { Chain } from '@glasshouse/protocol/wallet';
import type { Destination } from '@glasshouse/protocol/wallet/destinations';
import type { Catalogue } from '../../contract/catalogue.ts';
import { destinationOf } from '../../contract/destinations.ts';
import type { Feature } from '../../contract/feature.ts';
import type { OwnerProof } from '../../contract/owners.ts';
import type { Ports } from '../../contract/ports.ts';
import type { AccountRow, Product } from '../../contract/product.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import { checkTotals } from '../../pipeline/totals.ts';
import { errorFields } from '../../process/log.ts';
import { TransferClaimRecord } from './claims.ts';
import { chainExchange } from './chain-exchange.ts';
import { checkOpen, checkPaid } from './cross-checks.ts';
import { arrivalRowOf, depositHandlers } from './deposits/routes.ts';
import { depositTotals, withdrawalTotals } from './projection.ts';
import { CoinListing } from './coin-listing.ts';
import { NetworkBook } from './network-book.ts';
import { NetworkTerms } from './network-terms.ts';
import { networkCommands } from './operating-commands.ts';
import { countRecords, listHandlers, personListHandlers } from './routes.ts';
import { depositRowOf, holdRowOf, withdrawalRowOf } from './rows.ts';
import { thresholdsOf } from './risk-thresholds.ts';
import { fundingSeeds } from './seeds.ts';
import { fundingNotifications } from './notifications.ts';
import { withdrawalActHandlers } from './office/acts.ts';
import { withdrawalReadHandlers } from './office/detail.ts';
import { networkHandlers } from './office/networks.ts';
import { ownersIn } from './office/owners.ts';
import { WithdrawalActs, type InTurn } from './withdrawals/act.ts';
import { VALUE_DECIMALS, type LimitLevel } from './withdrawals/decide.ts';
import { WithdrawalExchange } from './withdrawals/exchange.ts';
import { listingCommands } from './withdrawals/listing.ts';
import { payOutCommands } from './pay-outs.ts';
import { fundingEndpoints } from './programs/endpoints.ts';
import { Payer } from './withdrawals/payments.ts';
import { withdrawalHandlers } from './withdrawals/routes.ts';
import { WithdrawalStore } from './withdrawals/store.ts';

const RANK = 4;
const rowsOf = (table: string): string =>
  `select owner, asset, count(*) as ${table} from funding_${table} where owner >= ${USER_OWNER_MIN} group by owner, asset`;

const product: Product<'funding'> = {
  rank: RANK,
  changedRow: rowOf,
  openRows: (catalogue, owner) => openOf(catalogue, owner).flatMap((event) => rowOf(catalogue, event) ?? []),
  crossChecks: async (session, exchange: Exchange) => [
    ...(await checkOpen(session, exchange)),
    await checkPaid(session),
    await checkTotals(session, depositTotals, { of: 'deposits', rows: rowsOf('deposits') }),
    await checkTotals(session, withdrawalTotals, { of: 'withdrawals', rows: rowsOf('withdrawals') }),
  ],
  openName: 'open deposits, withdrawals and holds',
  openLines: (catalogue, owner) => openOf(catalogue, owner).map((event) => lineOf(catalogue, event)),
  deposits: {
    networks: (parts) => NetworkBook.open(parts),
    exchange: chainExchange,
    rowOf: arrivalRowOf,
  },
  risk: null,
  recordCounts: countRecords,
  notifications: fundingNotifications,
};

export const feature = {
  gives: ['funding'],
  open: (ports) => {
    const openings = new NetworkTerms(ports);
    const listing = new CoinListing(ports);
    const withdrawals = openWithdrawals(ports, openings);
    const claims = new TransferClaimRecord(ports, openings);
    const operated = { ...withdrawals, latenessOf: (ms: number) => claims.latenessOf(ms) };
    return {
      calls: {
        'funding/get-claims': () => claims.current(),
        ...listHandlers(ports),
        ...personListHandlers(ports),
        ...depositHandlers({ ...ports, openings }),
        ...withdrawalHandlers(withdrawals),
        ...withdrawalReadHandlers({ ...ports, ...withdrawals, ...ports.operators }),
        ...withdrawalActHandlers(withdrawals, ports.operators),
        ...networkHandlers(ports, { terms: openings, listing }),
      },
      gives: { funding: { ownersOf: ownersIn(ports.database) } },
      endpoints: fundingEndpoints({ ...ports, openings, ...withdrawals }),
      commands: {
        ...listingCommands(operated),
        ...payOutCommands(operated, ports),
        ...networkCommands(openings),
      },
      figures: claims.figures,
      keepUp: async () => {
        await withdrawals.acts.continueAll();
        await listing.settle();
        await openings.settle();
        await claims.keepUp();
      },
    };
  },
  seeds: fundingSeeds,
  product,
} satisfies Feature<'funding' | 'withdrawals' | 'networks'>;

/** Everything that withdrawals use of the server, in the words of their folder. */
function openWithdrawals(ports: Ports, openings: NetworkTerms) {
  const { database, chains, owners, ownerProof, ownerWork, parameters, log } = ports;
  const store = new WithdrawalStore(database);
  const exchange = new WithdrawalExchange({ ...ports, openings });
  const inTurn: InTurn = (owner, work) => ownerWork.run(String(owner), work);
  const failed = (withdrawal: number, error: unknown) =>
    log.error({ withdrawal, ...errorFields(error) }, 'a withdrawal waits for the next round');
  const acts = new WithdrawalActs({
    store,
    exchange,
    owners,
    inTurn,
    failed,
    // Checked when they were set.
    thresholds: () => thresholdsOf((name) => Number(parameters.get(name))),
  });
  const prove: OwnerProof['prove'] = (caller, shown) => ownerProof.prove(caller, shown);
  return {
    store,
    exchange,
    acts,
    payer: new Payer(chains),
    destinationOf: (chain: Chain, pasted: Destination) => destinationOf(chains, chain, pasted),
    inTurn,
    limitOf: (level: LimitLevel) => usdtUnits(parameters.get(`daily_limit_${level}`)),
    owners,
    prove,
    log,
  };
}

/** The parameter has been checked when it was set. */
function usdtUnits(text: string): number {
  const units = parseDecimal(text, VALUE_DECIMALS);
  if (typeof units !== 'number') throw new Error(`${text} is no amount of USDT`);
  return units;
}

function openOf({ exchange }: Catalogue, owner: number): CoreEvent[] {
  return [...exchange.features.funding.open(owner)];
}

function rowOf(catalogue: Catalogue, event: CoreEvent): AccountRow<FundingRow> | null {
  if (event.type === 'deposit-changed')
    return { id: `deposit ${event.deposit}`, row: depositRowOf(catalogue, event) };
  if (event.type === 'withdrawal-changed')
    return { id: `withdrawal ${event.withdrawal}`, row: withdrawalRowOf(catalogue, event) };
  return event.type === 'hold-changed'
    ? { id: `hold ${event.hold}`, row: holdRowOf(catalogue, event) }
    : null;
}

function lineOf(catalogue: Catalogue, event: CoreEvent): string {
  if (event.type === 'hold-changed') {
    const { currency, amount, reason, untilTime } = holdRowOf(catalogue, event);
    const until = untilTime === null ? 'its deposits are final' : new Date(untilTime).toISOString();
    return `hold      ${event.hold} ${currency === null ? 'everything' : `${amount} ${currency}`}, ${reason}, until ${until}`;
  }
  if (event.type !== 'deposit-changed' && event.type !== 'withdrawal-changed') return '';
  const { code, decimals } = catalogue.assetAt(event.asset);
  const amount = `${formatFixed(event.amount, decimals)} ${code} on chain ${event.chain}`;
  return event.type === 'deposit-changed'
    ? `deposit   ${event.deposit} ${amount}, not final, credited ${new Date(event.creditedMs).toISOString()}`
    : `withdrawal ${event.withdrawal} ${amount} and ${formatFixed(event.fee, decimals)} fee, ${event.status === 0 ? 'requested' : 'approved'} ${new Date(event.changedMs).toISOString()}`;
}
