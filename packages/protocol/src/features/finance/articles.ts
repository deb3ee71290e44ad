/** Its articles in the help center, in the order in which they are shown. */
export const articles = ['finance-interest', 'finance-early'] as const;
