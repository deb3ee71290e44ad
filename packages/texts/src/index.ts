/** Texts in both languages: ICU messages, compiled to functions when their module loads. */
import { compilersWith, type TextLanguage } from './compilers.ts';

export type { TextLanguage };
export type InBothLanguages = Readonly<Record<TextLanguage, string>>;
type Value = string | number;

/** The values of a literal message: '{name}' and '{count, plural, …}' give 'name' and 'count'. */
type NamesIn<Message extends string> = Message extends `${string}{${infer Inner}}${infer Rest}`
  ? NameIn<Inner> | NamesIn<Rest>
  : never;
/** The braces of a case hold text: it is no name if it is empty or contains '#' or a space. */
type NameIn<Inner extends string> = Inner extends `${infer Name}, ${'plural' | 'select'}, ${string}`
  ? Name
  : Inner extends '' | `${string}${'#' | ' '}${string}`
    ? never
    : Inner;

/** The values of a message by name; of one whose text is not known to the compiler, any. */
type ValuesOf<Message extends string> = string extends Message
  ? [values?: Readonly<Record<string, Value>>]
  : [NamesIn<Message>] extends [never]
    ? []
    : [values: Readonly<Record<NamesIn<Message>, Value>>];

export type Text<Message extends string> = (language: TextLanguage, ...values: ValuesOf<Message>) => string;

/** Texts that are stored in both languages, because their reader chooses the language later. */
export function inBothLanguages(text: (language: TextLanguage) => string): InBothLanguages {
  return { en: text('en'), zh: text('zh') };
}

const compilers = compilersWith({ strict: true, requireAllArguments: true });

/** Throws where a message is not well formed. What it returns throws where a value is missing. */
export function defineText<const Message extends string>(messages: {
  readonly en: Message;
  readonly zh: string;
}): Text<Message> {
  const compiled = { en: compilers.en.compile(messages.en), zh: compilers.zh.compile(messages.zh) };
  return (language, ...[values]) => compiled[language](values);
}
