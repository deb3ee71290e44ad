/** Shortens an address by its middle. Callers show the whole address in the element's title. */
const ENDS = { first: 10, last: 8 } as const;

export function shortAddress(address: string): string {
  const { first, last } = ENDS;
  return address.length <= first + last + 1 ? address : `${address.slice(0, first)}…${address.slice(-last)}`;
}
