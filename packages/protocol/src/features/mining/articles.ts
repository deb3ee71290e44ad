/** Its articles in the help center, in the order in which they are shown. */
export const articles = ['mining-rewards', 'mining-redeem'] as const;
