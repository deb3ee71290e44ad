/** The articles on subscriptions in the help center, in the order in which they are shown. */
export const articles = ['subscription-shares', 'subscription-check'] as const;
