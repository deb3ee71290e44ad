/** Acts that were begun earlier and done at their time, as the lists of acts have them. */
import type { CarriedOutAct } from '../../contract/ports.ts';
import type { Within } from '../../contract/messages.ts';

/** Its key has a colon, which no key of a request has. */
export async function writeCarriedOut(
  { call, input, userId, subject, told, by, key, timeMs }: CarriedOutAct,
  { kysely }: Within,
): Promise<void> {
  await kysely
    .insertInto('operator_acts')
    .values({
      call,
      input: JSON.stringify(input),
      subject,
      user_id: userId,
      told: JSON.stringify(told),
      operator: by.operator,
      reason: by.reason,
      act_key: `later:${key}`,
      asked_ms: timeMs,
      state: 'done',
      second: by.second,
      decided_ms: timeMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
