/**
 * The record of a live order in the pool. It holds only constants, which the hot modules import by
 * `import * as` and bind to constants of their own: V8 folds a module's own constants into its
 * code, but loads and checks an imported one at each use. That would cost a fifth of the core's
 * speed.
 */

/** Prices are ticks from 1 to this. */
export const PRICE_MAX = 2 ** 30 - 1;

/** At most 2^21 live orders. 2^32 generations of each slot keep ids within 2^53. */
export const SLOTS = 2 ** 21;
/**
 * Masking a slot with this leaves it unchanged and lets V8 know its range, which removes overflow
 * checks from index arithmetic: a tenth of the core's time.
 */
export const SLOT_MASK = SLOTS - 1;

/**
 * A record is 80 bytes. Int32 field f of a slot is at slot * FIELDS + f, float64 field f at slot *
 * QUANTITIES + f.
 */
export const FIELDS = 20;
export const QUANTITIES = 10;

/** Int32 fields. NEXT and PREVIOUS are the neighbours in a price level's queue. */
export const PRICE = 0;
export const NEXT = 1;
export const PREVIOUS = 2;
/**
 * book * 2 + side in the low bits, flags of the hot feature above them; -1 while the slot is free.
 */
export const PLACE = 3;
/** An opaque number, equal for all orders of one owner; never 0. */
export const OWNER = 4;
export const GENERATION = 5;
/** Float64 field: the open quantity in lots, with the part that an iceberg does not show. */
export const OPEN = 4;
/** First fields of the hot feature: int32 6 and 7, float64 5 to 9. */
export const FILER_FIELD = 6;
export const FILER_QUANTITY = 5;

/**
 * Most orders that one match may meet: fills, and own orders that it removes. At the limit the
 * match ends, so that the events of one command fit one commit.
 */
export const FILLS_MAX = 500;

/** Enough for 1024 books. */
const PLACE_BITS = 11;
export const PLACE_MASK = (1 << PLACE_BITS) - 1;
/** The lowest flag that the hot feature may set in PLACE. */
export const PLACE_FLAG = 1 << PLACE_BITS;
/** The one flag in PLACE that matching reads: the pool has an `Iceberg` of the order. */
export const IS_ICEBERG = 1 << 30;
