/** Names of countries in the reader's language, from the browser. */
import { COUNTRIES } from '@glasshouse/protocol/kyc/documents';
import type { Language } from '#shared/language.ts';

const names = new Map<Language, Intl.DisplayNames>();

export function countryName(code: string, language: Language): string {
  let known = names.get(language);
  if (known === undefined) {
    known = new Intl.DisplayNames([language], { type: 'region' });
    names.set(language, known);
  }
  return known.of(code) ?? code;
}

export interface NamedCountry {
  readonly code: string;
  readonly name: string;
}

/** The reader's own first, as far as the browser reveals it; the others by name. */
export function countriesByName(language: Language): readonly NamedCountry[] {
  const { region } = new Intl.Locale(navigator.language).maximize();
  return COUNTRIES.map((code) => ({ code, name: countryName(code, language) })).toSorted(
    (a, b) => Number(b.code === region) - Number(a.code === region) || a.name.localeCompare(b.name, language),
  );
}
