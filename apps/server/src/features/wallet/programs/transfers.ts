/** The endpoints of transfers between the user's own accounts. */
import { formatDecimal } from '@glasshouse/money';
import { isRefusal } from '@glasshouse/protocol';
import { wayOf } from '@glasshouse/protocol/wallet/endpoints';
import { sql, type RawBuilder } from 'kysely';
import { submitWithReply, type Sequencer } from '../../../contract/sequencer.ts';
import type { EndpointHandler } from '../../../http/endpoint-handler.ts';
import { branchOf, readKinds, type Kind, type Reads } from '../ledger-list.ts';
import { movedUnits } from '../moved-units.ts';

interface TransferParts extends Reads {
  readonly sequencer: Sequencer;
}

/** A transfer is named by its command, here as on the site. */
export function transferAsset({
  catalogue,
  sequencer,
}: TransferParts): EndpointHandler<'wallet/transfer-asset'> {
  return async ({ type, asset: currency, amount }, caller) => {
    const moved = movedUnits(catalogue, { currency, amount });
    if (isRefusal(moved)) return moved.field === 'currency' ? { ...moved, field: 'asset' } : moved;
    const command = { type: 'transfer', owner: caller.userId, ...wayOf(type), ...moved } as const;
    const answer = await submitWithReply(sequencer, caller, {
      command,
      replyOf: (_outcome, events) => String(events[0]?.seq ?? ''),
    });
    if (isRefusal(answer)) return answer;
    const tranId = Number(answer.reply);
    if (!(tranId > 0)) throw new Error('a transfer was made without a posting');
    return { tranId };
  };
}

interface Row {
  readonly seq: number;
  readonly time_ms: number;
  readonly asset: number;
  readonly available: number;
}

export function queryTransfers({
  database,
  catalogue,
}: TransferParts): EndpointHandler<'wallet/query-transfers'> {
  return async (asked, { userId }) => {
    const { type, current, size } = asked;
    const { from: account } = wayOf(type);
    const reasons = ['transfer'];
    const kinds = await readKinds(database, { owner: userId, account, asset: null, reasons });
    if (kinds.length === 0) return { total: 0, rows: [] };
    const from = transfersOf(userId, asked, kinds);
    const [found, counted] = await Promise.all([
      sql<Row>`select sent.seq, sent.time_ms, sent.asset, sent.available ${from}
        order by sent.time_ms desc, sent.seq desc limit ${size} offset ${(current - 1) * size}`.execute(
        database.kysely,
      ),
      sql<{ total: number }>`select count(*) as total ${from}`.execute(database.kysely),
    ]);
    const rows = found.rows.map(({ seq, time_ms: timestamp, asset: number, available }) => {
      const { code, decimals } = catalogue.assetAt(number);
      const amount = formatDecimal(-available, decimals);
      return { asset: code, amount, type, status: 'CONFIRMED' as const, tranId: seq, timestamp };
    });
    return { total: counted.rows[0]?.total ?? 0, rows };
  };
}

/**
 * The sending postings, each kind from its index; the receiving one of the same command is in the
 * other account.
 */
function transfersOf(
  owner: number,
  { type, startTime, endTime }: Parameters<EndpointHandler<'wallet/query-transfers'>>[0],
  kinds: readonly Kind[],
): RawBuilder<unknown> {
  const { to } = wayOf(type);
  const branches = kinds.map((kind) => sql`(${branchOf(owner, kind)})`);
  const since = startTime === undefined ? sql`` : sql` and time_ms >= ${startTime}`;
  const until = endTime === undefined ? sql`` : sql` and time_ms <= ${endTime}`;
  return sql`from (
      select seq, time_ms, asset, available from postings
      where (${sql.join(branches, sql` or `)}) and available < 0${since}${until}
    ) as sent join postings received on received.owner = ${owner} and received.reference = 0
      and received.seq = sent.seq and received.reason = 'transfer' and received.wallet = ${to}
      and received.available > 0`;
}
