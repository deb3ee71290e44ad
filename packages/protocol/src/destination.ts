/** What calls that take a destination of coins share. The feature wallet reads one. */

/** What a call takes, and the core keeps. */
export const MEMO_LENGTH_MAX = 64;
/** What can be wrong with any destination, without a look at the platform. */
export const DESTINATION_FAULTS = [
  'wallet/address-invalid',
  'wallet/address-nobodys',
  'wallet/address-of-contract',
  'wallet/memo-unused',
  'wallet/tag-invalid',
  'wallet/memo-invalid',
] as const;
/** The refusals of a call that takes a destination. */
export const DESTINATION_REFUSALS = [...DESTINATION_FAULTS, 'wallet/address-of-platform'] as const;
