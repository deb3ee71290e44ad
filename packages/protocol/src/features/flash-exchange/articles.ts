/** Its articles in the help center, in the order in which they are shown. */
export const articles = ['exchange-quote', 'small-balances'] as const;
