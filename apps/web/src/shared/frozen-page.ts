/** The page after the user has frozen the account. It says so, and how to unfreeze it. */
export const FROZEN_MARK = 'done';
export const FROZEN_PAGE = { to: '/login/login', search: { freeze: FROZEN_MARK } } as const;
