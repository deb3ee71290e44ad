/** Whose withdrawal or deposit a text names: an address, or the hash of a transaction. */
import { withChecksum } from '@glasshouse/protocol/wallet/address-formats';
import { sql, type RawBuilder } from 'kysely';
import type { FundingPort } from '../../../contract/ports.ts';
import type { Database } from '../../../db/database.ts';
import { USER_OWNER_MIN } from '../../../pipeline/projection.ts';

/** Rows that are looked through, as one user may have many of them. */
const ROWS_MAX = 1_000;
const ETHEREUM = /^0x[\da-f]{40}$/;

export const ownersIn =
  (database: Database): FundingPort['ownersOf'] =>
  async (find, limit) => {
    const lower = find.toLowerCase();
    const forms = [...new Set([find, lower, ETHEREUM.test(lower) ? withChecksum(lower) : lower])];
    const hash = lower.replace(/^0x/, '');
    const owners = async (rows: RawBuilder<unknown>): Promise<number[]> => {
      const found = await sql<{ owner: number }>`
        select distinct owner from (${rows}) as found
        where owner >= ${USER_OWNER_MIN} limit ${limit}`.execute(database.kysely);
      return found.rows.map(({ owner }) => owner);
    };
    const [byAddress, byTransaction] = await Promise.all([
      owners(sql`
        select owner from funding_withdrawals where address in (${sql.join(forms)})
        order by requested_ms desc, withdrawal_id desc limit ${ROWS_MAX}`),
      owners(sql`
        (select owner from funding_withdrawals where txid = ${hash} and txid <> '' limit ${ROWS_MAX})
        union all
        (select owner from funding_deposits where txid = ${hash} and txid <> '' limit ${ROWS_MAX})`),
    ]);
    return { byAddress, byTransaction };
  };
