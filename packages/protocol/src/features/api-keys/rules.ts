/** The permissions of API keys, and their limits. */

/** In the order of lists. Every key may read. */
export const KEY_PERMISSIONS = ['read', 'trade', 'transfer', 'withdraw'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

/** How requests are signed. RSA: PKCS #1 v1.5 with SHA-256. HMAC: SHA-256. */
export const KEY_KINDS = ['ed25519', 'hmac', 'rsa'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Why a key ended. */
export const KEY_ENDS = ['owner', 'expired', 'frozen', 'operator'] as const;
export type KeyEnd = (typeof KEY_ENDS)[number];

/** Live keys of one user. */
export const KEYS_MAX = 30;
export const NETWORKS_MAX = 20;
export const KEY_NAME_MAX = 40;
/** The longest life of a key that can do more than read, and that any network may use. */
export const OPEN_DAYS_MAX = 90;
/** The longest end that can be chosen. */
export const DAYS_MAX = 365;
/** How long a new permission to withdraw waits. */
export const WITHDRAW_WAIT_HOURS = 24;
/** How long an ended key stays in the list. */
export const ENDED_DAYS = 90;
