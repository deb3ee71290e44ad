/** API keys: what programs show instead of a session, and what each may do. */

/** In the order of lists. Every key may read. */
export const KEY_PERMISSIONS = ['read', 'trade', 'transfer', 'withdraw'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];
