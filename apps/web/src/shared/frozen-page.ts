/** Where a reader goes who has frozen the account: it says so, and how it is opened again. */
export const FROZEN_MARK = 'done';
export const FROZEN_PAGE = { to: '/login/login', search: { freeze: FROZEN_MARK } } as const;
