/** Compiles files of texts when the site is built: the browser loads functions and no parser. */
import { parse, type Select } from '@messageformat/parser';
import { compileModule, compilersWith, type TextLanguage } from './compilers.ts';

export type { TextLanguage };

/** Messages by name, in groups. */
export interface MessageGroup {
  readonly [name: string]: string | MessageGroup;
}

// The types of the site's keys require all values: the functions do not check them again.
const compilers = compilersWith({});

/** The source of a module whose default export has a function in place of each message. */
export function moduleSource(language: TextLanguage, messages: MessageGroup): string {
  return compileModule(compilers[language], messages as Parameters<typeof compileModule>[1]);
}

/** 'number' chooses a plural form, 'value' is shown as it is. */
export type ValueKind = 'number' | 'value';

/** The values that a message needs, sorted by name. */
export function valuesIn(message: string): ReadonlyMap<string, ValueKind> {
  const found = new Map<string, ValueKind>();
  collect(parse(message, { strict: true }), found);
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Tokens = ReturnType<typeof parse> | Select['cases'][number]['tokens'];

function collect(tokens: Tokens, found: Map<string, ValueKind>): void {
  for (const token of tokens) {
    if (token.type === 'content' || token.type === 'octothorpe') continue;
    const isPlural = token.type === 'plural' || token.type === 'selectordinal';
    if (isPlural || !found.has(token.arg)) found.set(token.arg, isPlural ? 'number' : 'value');
    if ('cases' in token) for (const { tokens: inner } of token.cases) collect(inner, found);
  }
}

/** Each message under its full name, such as 'spot.steps.limit'. */
export function flatMessages(messages: MessageGroup, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + name, value]] : [...flatMessages(value, `${prefix}${name}.`)],
    ),
  );
}
