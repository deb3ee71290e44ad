/**
 * Where an event stands in the journal, as one number that rises: the command's number and the
 * event's ordinal in it. Whoever reads the journal finds the same one, so no state is needed.
 */

/** More than the events of one command: a batch ends at 10,000 events, after a whole command. */
const PLACES = 2 ** 15;

/** Exact for 2.7e11 commands: 8 years at 1,000 a second (L245). */
export const eventPlace = ({ seq, ordinal }: { readonly seq: number; readonly ordinal: number }): number =>
  seq * PLACES + ordinal;
