/** Its articles in the help center, in the order in which they are shown. */
export const articles = ['fund-nav', 'fund-liquidation'] as const;
