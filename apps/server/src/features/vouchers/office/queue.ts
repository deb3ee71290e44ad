/** The queue of vouchers: by view, with who has named a transfer, and which picture came twice. */
import { formatDecimal } from '@glasshouse/money';
import type { OperatorCallNamed, ParsedInputOf } from '@glasshouse/protocol';
import type { VoucherQueueRow } from '@glasshouse/protocol/vouchers/office';
import { VOUCHER_STATES, type VoucherState } from '@glasshouse/protocol/vouchers/voucher-states';
import { sql, type RawBuilder } from 'kysely';
import { anyOf, countBranches, readList } from '../../../db/lists.ts';
import { transfersNamed } from '../named.ts';
import type { VoucherParts } from '../parts.ts';
import { VOUCHER_STATUS, VOUCHERS, type Voucher } from '../tables.ts';
import { termsFor } from '../terms.ts';

type Asked = ParsedInputOf<OperatorCallNamed<'vouchers/get-queue'>>;
type Parts = Pick<VoucherParts, 'database' | 'catalogue' | 'networks' | 'payTo' | 'isDemo'>;

const { pending, crediting, withdrawn } = VOUCHER_STATUS;
/** Nobody. */
const NO_USER = 0;
const numberOf = (state: VoucherState): number => VOUCHER_STATES.indexOf(state);
export const stateOf = (status: number): VoucherState => VOUCHER_STATES[status] ?? 'waiting';
const WAITING = [sql`status = ${pending}`, sql`status = ${crediting}`];

export async function readQueue(parts: Parts, { view, state, ...asked }: Asked) {
  const { database, catalogue } = parts;
  const states = (view === 'waiting' ? (['waiting', 'crediting'] as const) : VOUCHER_STATES).filter(
    (each) => state === undefined || each === state,
  );
  // A coin that is not there has no vouchers.
  const ofCoin =
    asked.currency === undefined ? sql`` : sql` and asset = ${catalogue.asset(asked.currency)?.asset ?? -1}`;
  // Each branch reads its own index in the order of the list.
  const branches =
    asked.find === undefined
      ? states.map((each) => sql`status = ${numberOf(each)}${ofCoin}`)
      : foundBy(asked.find).map(
          (found) => sql`${found} and ${anyOf('status', states.map(numberOf))}${ofCoin}`,
        );
  const page = await readList(database, {
    source: VOUCHERS,
    request: asked,
    branches,
    isOldestFirst: view === 'waiting',
    total: () => countBranches(database, 'vouchers', branches),
    rowOf: (row): Voucher => row,
  });
  const [list, waiting, oldestTime] = await Promise.all([
    queueRows(parts, page.list),
    countBranches(database, 'vouchers', WAITING),
    oldest(parts),
  ]);
  const currencies = [...new Set(termsFor(parts, NO_USER).map(({ currency }) => currency))];
  return { ...page, list, waiting, oldestTime, currencies };
}

/** Conditions, of which each has an index, and no row meets two. */
function foundBy(find: string): readonly RawBuilder<unknown>[] {
  const [, digits] = /^(?:v-)?(\d{1,15})$/i.exec(find) ?? [];
  if (digits !== undefined) {
    const number = Number(digits);
    return [sql`voucher_id = ${number}`, sql`user_id = ${number} and voucher_id <> ${number}`];
  }
  return [sql`txid = ${find.toLowerCase().replace(/^0x/, '')} and txid <> ''`];
}

async function oldest({ database }: Pick<Parts, 'database'>): Promise<number | null> {
  const first = await database.kysely
    .selectFrom('vouchers')
    .select('handed_ms')
    .where('status', 'in', [pending, crediting])
    .orderBy('handed_ms')
    .limit(1)
    .executeTakeFirst();
  return first?.handed_ms ?? null;
}

export async function queueRows(
  { database, catalogue }: Pick<Parts, 'database' | 'catalogue'>,
  found: readonly Voucher[],
): Promise<VoucherQueueRow[]> {
  if (found.length === 0) return [];
  const [acts, same] = await Promise.all([
    database.kysely
      .selectFrom('voucher_acts')
      .select(['voucher_id', 'act', 'operator', 'approver', 'detail'])
      .where(
        'voucher_id',
        'in',
        found.map(({ voucher_id }) => voucher_id),
      )
      .where('act', 'in', ['approve', 'refuse'])
      .orderBy('act_id')
      .execute(),
    database.kysely
      .selectFrom('vouchers')
      .select(['picture_mac', 'user_id'])
      .where(
        'picture_mac',
        'in',
        found.map(({ picture_mac }) => picture_mac),
      )
      .where('status', '<>', withdrawn)
      .execute(),
  ]);
  return found.map((row): VoucherQueueRow => {
    const { code, decimals } = catalogue.assetAt(row.asset);
    const own = acts.filter(({ voucher_id }) => voucher_id === row.voucher_id);
    return {
      id: row.voucher_id,
      userId: row.user_id,
      time: row.handed_ms,
      currency: code,
      chain: row.chain,
      amount: formatDecimal(row.amount, decimals),
      state: stateOf(row.status),
      approvals: Math.max(0, ...transfersNamed(own).map(({ by }) => by.size)),
      isDuplicate: same.some(
        ({ picture_mac, user_id }) => picture_mac === row.picture_mac && user_id !== row.user_id,
      ),
    };
  });
}
