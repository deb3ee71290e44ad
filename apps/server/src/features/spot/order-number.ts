/**
 * The numbers of orders, by which the trading API names them: they rise with the time of placing.
 * An order's number is the place of its first event: the command's number times `PLACES`, plus the
 * event's ordinal in it. So whoever reads the journal finds the same one, and no state is needed.
 */
import type { EventPlace } from '../../pipeline/projection.ts';

/** More than the events of one command: a batch ends at 10,000 events, after a whole command. */
const PLACES = 2 ** 15;

/** Numbers stay exact for 2.7e11 commands: 8 years at 1,000 a second (L235). */
export const orderNumber = ({ seq, ordinal }: Pick<EventPlace, 'seq' | 'ordinal'>): number =>
  seq * PLACES + ordinal;
