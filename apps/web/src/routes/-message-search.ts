/** Parses the id of a message in a page's address. */
export function messageSearch(search: Record<string, unknown>): { readonly id?: string } {
  const given = search['id'];
  const id = typeof given === 'number' || typeof given === 'string' ? String(given) : '';
  return /^\d{1,16}$/.test(id) ? { id } : {};
}
