/** The endpoints of deposits: the user's addresses, what came in, and what is about to. */
import { formatDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { DEPOSIT_STATUS, type ProgramDeposit } from '@glasshouse/protocol/funding/endpoints';
import { NETWORK_OF_CHAIN } from '@glasshouse/protocol/programs';
import type { Catalogue } from '../../../contract/catalogue.ts';
import type { Arrival, TransferReference } from '../../../contract/chain-parts.ts';
import type { Database } from '../../../db/database.ts';
import type { EndpointHandler } from '../../../http/endpoint-handler.ts';
import { isName, ledgerAmount, referenceOf } from '../chain-amounts.ts';
import { isOpenChain, type DepositParts } from '../deposits/routes.ts';
import { chainName } from '../rows.ts';
import type { FundingDepositsTable } from '../tables.ts';
import { onNetwork } from './networks.ts';

export interface ProgramDepositParts extends DepositParts {
  readonly database: Pick<Database, 'reads'>;
  readonly catalogue: Catalogue;
}

interface Asked {
  readonly coin: string;
  readonly network?: string | undefined;
}

async function addressOf(
  parts: ProgramDepositParts,
  owner: number,
  asked: Asked,
): Promise<{ coin: string; address: string; tag: '' } | Refusal> {
  const on = onNetwork(parts, asked);
  if (isRefusal(on)) return on;
  const { chain, asset } = on;
  const { chains, openings } = parts;
  const isOpen = isOpenChain(parts, chain) && openings.isOpen(chain, asset.code, 'deposits');
  const address = isOpen ? await chains.addressOf(owner, chain) : null;
  return address === null
    ? { error: 'funding/deposits-closed', field: 'network' }
    : { coin: asset.code, address, tag: '' };
}

export function queryDepositAddress(
  parts: ProgramDepositParts,
): EndpointHandler<'funding/query-deposit-address'> {
  return async (asked, { userId }) => {
    const found = await addressOf(parts, userId, asked);
    return isRefusal(found) ? found : { ...found, url: '' };
  };
}

export function queryDepositAddresses(
  parts: ProgramDepositParts,
): EndpointHandler<'funding/query-deposit-addresses'> {
  return async (asked, { userId }) => {
    const found = await addressOf(parts, userId, asked);
    return isRefusal(found) ? found : [{ ...found, isDefault: 1 }];
  };
}

/** A deposit before it is known to which address it came. */
type Found = Omit<ProgramDeposit, 'address'> & { readonly chain: string };

export function queryDeposits(parts: ProgramDepositParts): EndpointHandler<'funding/query-deposits'> {
  const { catalogue, chains } = parts;
  return async (asked, { userId }) => {
    const { coin, status, startTime = 0, endTime = Number.MAX_SAFE_INTEGER, offset, limit } = asked;
    if (coin !== undefined && catalogue.asset(coin) === undefined)
      return { error: 'wallet/unknown-asset', field: 'coin' };
    // As the ledger names transactions, however explorers spell them.
    const txId = asked.txId?.replace(/^0x/i, '').toLowerCase();
    const arriving = chains.arrivalsOf(userId).flatMap((arrival) => arrivalRow(parts, arrival));
    const credited = await creditedRows(parts, userId, { ...asked, txId });
    const rows = [...arriving, ...credited]
      .filter(
        (row) =>
          (coin === undefined || row.coin === coin) &&
          (status === undefined || row.status === status) &&
          (txId === undefined || row.txId === txId) &&
          row.insertTime >= startTime &&
          row.insertTime <= endTime,
      )
      .toSorted((a, b) => b.insertTime - a.insertTime)
      .slice(offset, offset + limit);
    return withAddresses(parts, userId, rows);
  };
}

const TABLE_STATUS = [DEPOSIT_STATUS.credited, DEPOSIT_STATUS.success] as const;

/** The newest of those that are asked for, as many as a page needs. */
async function creditedRows(
  { database, catalogue, networks }: ProgramDepositParts,
  owner: number,
  asked: Parameters<EndpointHandler<'funding/query-deposits'>>[0],
): Promise<Found[]> {
  const { coin, status, txId, startTime, endTime, offset, limit } = asked;
  const kept = TABLE_STATUS.findIndex((one) => one === status);
  if (status !== undefined && kept === -1) return [];
  let rows = database.reads.selectFrom('funding_deposits').selectAll().where('owner', '=', owner);
  if (coin !== undefined) rows = rows.where('asset', '=', catalogue.asset(coin)!.asset);
  if (status !== undefined) rows = rows.where('status', '=', kept);
  if (txId !== undefined) rows = rows.where('txid', '=', txId);
  if (startTime !== undefined) rows = rows.where('credited_ms', '>=', startTime);
  if (endTime !== undefined) rows = rows.where('credited_ms', '<=', endTime);
  const found = await rows
    .orderBy('credited_ms', 'desc')
    .orderBy('deposit_id', 'desc')
    .limit(offset + limit)
    .execute();
  return found.map((row) => creditedRow(catalogue, row, networks));
}

function creditedRow(
  catalogue: Catalogue,
  row: FundingDepositsTable,
  networks: ProgramDepositParts['networks'],
): Found {
  const { code, decimals } = catalogue.assetAt(row.asset);
  const chain = chainName(row.chain);
  const needed = networks.find(chain)?.confirmations ?? 0;
  return {
    ...rowOf({ chain, coin: code, txid: row.txid, output: row.output }),
    amount: formatDecimal(row.amount, decimals),
    status: TABLE_STATUS[row.status] ?? DEPOSIT_STATUS.credited,
    insertTime: row.credited_ms,
    confirmTimes: row.txid === '' ? '' : `${needed}/${needed}`,
  };
}

/** As the table names it, so that a deposit keeps its id when it is credited. */
function placeOf({ chain, ...at }: Arrival): TransferReference {
  const { txid, output } = referenceOf({ chain, ...at });
  return { chain, txid, output };
}

/** What is credited is a row of the table. */
function arrivalRow({ networks }: ProgramDepositParts, arrival: Arrival): Found[] {
  const { chain, coin, units, confirmations, needed, seenMs, status } = arrival;
  const terms = networks.coin(chain, coin);
  if (status === 'credited' || terms === undefined) return [];
  return [
    {
      ...rowOf({ coin, ...placeOf(arrival) }),
      amount: formatDecimal(ledgerAmount(terms, BigInt(units))?.amount ?? 0, terms.ledgerDecimals),
      status: status === 'below-minimum' ? DEPOSIT_STATUS.rejected : DEPOSIT_STATUS.pending,
      insertTime: seenMs,
      confirmTimes: `${Math.min(confirmations, needed)}/${needed}`,
    },
  ];
}

function rowOf({ chain, coin, txid, output }: TransferReference & { readonly coin: string }) {
  const network = isName(chain) ? NETWORK_OF_CHAIN[chain] : chain;
  const id = txid === '' ? `${network}:${output}` : `${network}:${txid}:${output}`;
  return { id, chain, coin, network, addressTag: '', txId: txid, transferType: 0, walletType: 0 } as const;
}

/** What came on a chain came to the user's address there. */
async function withAddresses(
  { chains }: ProgramDepositParts,
  owner: number,
  rows: readonly Found[],
): Promise<ProgramDeposit[]> {
  const watched = new Set(rows.filter(({ txId }) => txId !== '').map(({ chain }) => chain));
  const addresses = new Map<string, string | null>();
  for (const chain of watched) addresses.set(chain, await chains.addressOf(owner, chain));
  return rows.map(({ chain, ...row }) => ({ ...row, address: addresses.get(chain) ?? '' }));
}
