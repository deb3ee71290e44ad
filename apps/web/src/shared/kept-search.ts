/** What a page keeps in its address besides the parameters that its route checks itself. */
export type KeptSearch = Readonly<Record<string, string | undefined>>;

const LENGTH_MAX = 40;

/** The short texts of these names; the component that uses one knows its choices. */
export function keptSearch<N extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly N[],
): { readonly [K in N]?: string } {
  const kept = names.flatMap((name) => {
    const value = search[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return text === '' || text.length > LENGTH_MAX ? [] : [[name, text] as const];
  });
  return Object.fromEntries(kept) as { readonly [K in N]?: string };
}
