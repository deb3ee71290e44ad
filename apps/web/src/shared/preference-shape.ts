/** Reads a stored preference, and accepts only fields with the types of its defaults. Pure. */

/** The defaults, replaced by every stored field of the same type. */
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
