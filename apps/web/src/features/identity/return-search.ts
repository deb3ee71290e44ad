/**
 * The query parameter that passes the page to return to from one page of signing in to the next.
 */
export const returnSearch = (returnTo: string | undefined): { readonly returnTo?: string } =>
  returnTo === undefined ? {} : { returnTo };
