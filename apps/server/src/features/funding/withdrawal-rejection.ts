/** Why a withdrawal was rejected, as its owner is told. */
import { WITHDRAWAL_REASONS, type WithdrawalReason } from '@glasshouse/protocol/funding';
import type { Ports } from '../../contract/ports.ts';

/** The newest reason that an operator chose; null if none was. */
export async function rejectionOf(
  { database }: Pick<Ports, 'database'>,
  withdrawal: number,
): Promise<WithdrawalReason | null> {
  const chosen = await database.kysely
    .selectFrom('withdrawal_acts')
    .select('reason')
    .where('withdrawal_id', '=', withdrawal)
    .where('act', 'in', ['stop', 'reject'])
    .where('reason', '<>', '')
    .orderBy('act_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return WITHDRAWAL_REASONS.find((reason) => reason === chosen?.reason) ?? null;
}
