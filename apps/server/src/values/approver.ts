/**
 * The name by which an approval counts: one person in another spelling is no second person. Nobody
 * checks the name itself (L124).
 */
export const approverOf = (name: string): string =>
  name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
