/**
 * The spot market's fields of an order's record, its flags in PLACE, and the indices of the small
 * arrays that carry an order through execution. This file holds only constants (see
 * `matching/order-record.ts`).
 */
import { FILER_FIELD, FILER_QUANTITY, PLACE_FLAG } from '../../matching/order-record.ts';

/** Int32 fields: neighbours in the list of the owner's orders. */
export const OWNER_NEXT = FILER_FIELD;
export const OWNER_PREVIOUS = FILER_FIELD + 1;
/** Float64 fields. LOTS is the whole quantity; LOTS - OPEN is filled. */
export const LOTS = FILER_QUANTITY;
export const FILLED_QUOTE = FILER_QUANTITY + 1;
export const FEE = FILER_QUANTITY + 2;
export const FROZEN = FILER_QUANTITY + 3;
export const PLACED_MS = FILER_QUANTITY + 4;

/** Flags in PLACE. IS_QUOTE: a market maker's quote, which leaves no rows in the order history. */
export const IS_QUOTE = PLACE_FLAG;
/** The order has an `OrderExtra`. */
export const HAS_EXTRA = PLACE_FLAG << 1;
/** The order is one leg of an OCO; its events end the other leg. */
export const IS_LINKED = PLACE_FLAG << 2;
/** The order waits for its trigger and is in no book. */
export const IS_WAITING = PLACE_FLAG << 3;
/** Shifts in PLACE: time in force takes two bits, self-trade prevention three. */
export const TIF_SHIFT = 15;
export const TIF_BITS = 3;
export const SELF_TRADE_SHIFT = 17;
export const SELF_TRADE_BITS = 7;
/** When the order ends, an exit is placed for what it has traded. */
export const HAS_EXITS = 1 << 20;

/** Fields of `Settlement.taken`: the total of an order's fills. */
export const TAKEN_LOTS = 0;
export const TAKEN_QUOTE = 1;
export const TAKEN_FEE = 2;

/**
 * Fields of `Execution.quantities`, of the incoming order: lots that may trade now, its whole
 * quantity (0: limited by a quote amount), its time, the units to freeze all of it.
 */
export const INCOMING_LOTS = 0;
export const INCOMING_WHOLE = 1;
export const INCOMING_PLACED_MS = 2;
export const INCOMING_NEED = 3;
