/** Texts in two languages, compiled by the build (build/texts.ts). */
export type Language = 'en-US' | 'zh-CN';

type Values = Readonly<Record<string, string | number>>;
type Compiled = Readonly<Record<string, (values: Values) => string>>;

export type Translate<Key extends string> = (key: Key, values?: Values) => string;

/**
 * `en` and `zh` have the types of the JSON files; at run time they hold the compiled message
 * functions.
 */
export function translator<Messages extends Readonly<Record<string, string>>>(
  en: Messages,
  zh: { readonly [K in keyof Messages]: string },
) {
  const files = { 'en-US': en as unknown as Compiled, 'zh-CN': zh as unknown as Compiled };
  return (language: Language): Translate<keyof Messages & string> =>
    (key, values = {}) =>
      files[language][key]?.(values) ?? key;
}
