/**
 * Generates the types of the site's texts: the key of each text with the parameters that it needs,
 * and the names of the parts (`textParts`) that pages load.
 */
import { flatMessages, valuesIn, type ValueKind } from '@glasshouse/texts/module';
import { messagesOf, textParts } from './texts.ts';

const TYPES: Readonly<Record<ValueKind, string>> = { number: 'number', value: 'string | number' };

/** The content of src/texts.gen.ts. */
export function textTypes(): string {
  const keys = ['shared', ...textParts()].flatMap((part) =>
    [...flatMessages(messagesOf(part, 'en-US'))].map(([key, message]) => `  '${key}': ${typeOf(message)};`),
  );
  return [
    '/** Made by `npm run generate` from the files in locales/. */',
    '',
    '/** The values that each text needs; null where it needs none. */',
    'export interface Texts {',
    ...keys.toSorted(),
    '}',
    '',
    '/** The folders whose texts some pages load. */',
    `export type TextPart =\n${textParts()
      .map((part) => `  | '${part}'`)
      .join('\n')};`,
    '',
  ].join('\n');
}

function typeOf(message: string): string {
  const values = [...valuesIn(message)].map(([name, kind]) => `readonly ${name}: ${TYPES[kind]}`);
  return values.length === 0 ? 'null' : `{ ${values.join('; ')} }`;
}
