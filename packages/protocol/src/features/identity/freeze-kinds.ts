/** What operators freeze of an account, each apart from the others. */
export const FREEZE_KINDS = ['login', 'trading', 'withdrawals'] as const;
export type FreezeKind = (typeof FREEZE_KINDS)[number];
