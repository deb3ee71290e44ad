/**
 * The records of the event log. A record begins with a head, seq * KINDS + kind. The kinds from
 * FIRST_PACKED on belong to the hot feature, which writes and decodes them itself.
 */

export const KIND = { time: 0, posting: 1, object: 2 } as const;
/** A power of two. A head's kind is `head & KIND_MASK`: a division of doubles takes as long as all the rest of a record. */
export const KINDS = 16;
export const KIND_MASK = KINDS - 1;
export const FIRST_PACKED = 3;
export const POSTING = KIND.posting;
/** Numbers in a record, the head included. posting: account code, available, frozen, reason, reference. */
export const POSTING_SIZE = 6;

/** A posting names its account as block * ASSETS_MAX + asset, which stays true when the ledger makes room for more assets. */
export const ASSETS_MAX = 1024;
