/** Payloads drop null, undefined and empty-string fields, at any depth (R5.10). */

export type Payload = Readonly<Record<string, unknown>>;

export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isEmpty(item)).map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => !isEmpty(field))
      .map(([name, field]) => [name, withoutEmpty(field)]),
  );
}

/** Flat fields as a form or query string. */
export function asForm(payload: Payload): URLSearchParams {
  return new URLSearchParams(
    Object.entries(withoutEmpty(payload) as Payload).map(([name, field]): [string, string] => [
      name,
      String(field),
    ]),
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
