/** What is stored of a preference, trusted only as far as it has the shape of its defaults. Pure. */

/** The defaults with every stored field that is of the same kind. */
export function shaped<T extends object>(text: string | null, defaults: T): T {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return defaults;
  }
  if (typeof stored !== 'object' || stored === null) return defaults;
  const kept = Object.entries(stored).filter(
    ([field, value]) =>
      Object.hasOwn(defaults, field) && kindOf(value) === kindOf(defaults[field as keyof T]),
  );
  return { ...defaults, ...Object.fromEntries(kept) };
}

function kindOf(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? 'null' : typeof value;
  return value.every((each) => typeof each === 'string') ? 'texts' : 'list';
}
