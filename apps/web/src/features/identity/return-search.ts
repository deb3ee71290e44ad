/** Where the user returns, from one page of signing in to the next. */
export const returnSearch = (returnTo: string | undefined): { readonly returnTo?: string } =>
  returnTo === undefined ? {} : { returnTo };
