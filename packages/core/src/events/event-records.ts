/**
 * Layout of the event log's records. A record begins with a head: seq * KINDS + kind. Kinds from
 * FIRST_PACKED on belong to the hot feature, which writes and decodes them itself.
 */

export const KIND = { time: 0, posting: 1, object: 2, numbers: 3 } as const;
/**
 * A power of two, so that a head's kind is `head & KIND_MASK`. Dividing doubles would take as long
 * as the rest of a record.
 */
export const KINDS = 16;
export const KIND_MASK = KINDS - 1;
export const FIRST_PACKED = 4;
export const POSTING = KIND.posting;
/**
 * Length of a posting's record, head included: account code, available, frozen, reason, reference.
 */
export const POSTING_SIZE = 6;

/**
 * A posting codes its account as block * ASSETS_MAX + asset, which stays valid when the ledger adds
 * assets.
 */
export const ASSETS_MAX = 1024;
