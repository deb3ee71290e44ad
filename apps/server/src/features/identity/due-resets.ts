/**
 * Removes second factors whose reset has waited long enough. The removal, the end of the sessions,
 * the hold on withdrawals and what the owner is told are one transaction, which the row of the
 * reset lets through once: a stop comes wholly before it, or finds nothing to stop.
 */
import type { Refusal } from '@glasshouse/protocol';
import { subjectOfUser } from '../../contract/person-look.ts';
import { eachAlone } from '../../process/each-alone.ts';
import { changeCredentials } from './credential-changes.ts';
import { toldOfReset } from './office/reset-acts.ts';
import type { PasskeyOptions } from './passkey-routes.ts';
import { findUserById } from './queries.ts';
import type { ResetRow } from './second-factor-resets.ts';

const DONE_AT_ONCE = 100;
const NOT_WAITING: Refusal = { error: 'request/not-found' };

export async function doDueResets(options: PasskeyOptions): Promise<void> {
  await eachAlone(await options.resets.due(DONE_AT_ONCE), (row) => doReset(options, row));
}

async function doReset(options: PasskeyOptions, row: ResetRow): Promise<void> {
  const { user_id: userId, factor, operator, second, reason } = row;
  const user = await findUserById(options.database, userId);
  if (user === undefined) return;
  const subject = subjectOfUser(userId);
  const call = 'people/reset-second-factor';
  // The log has it before it is done, as with every act.
  await options.record({
    operator,
    act: `${call} due`,
    subject,
    detail: `${factor}; agreed by ${second}; ${reason}`,
  });
  await changeCredentials(options, {
    user,
    keepSession: '',
    event: `${factor}-reset`,
    by: null,
    always: true,
    write: async (within) => {
      if (!(await options.resets.finish(row, within))) return NOT_WAITING;
      await (factor === 'google'
        ? options.google.unbind(userId, within)
        : options.passkeys.removeAll(userId, within));
      await options.carriedOut(
        {
          call,
          input: { user: userId, factor },
          userId,
          subject,
          told: toldOfReset(factor),
          by: { operator, second, reason },
          key: `reset-${row.reset_id}`,
          timeMs: Date.now(),
        },
        within,
      );
      return undefined;
    },
  });
}
