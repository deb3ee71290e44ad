/** Texts in both languages: ICU messages, compiled to functions when their module loads. */
import { compilersWith, type TextLanguage } from './compilers.ts';

export type { TextLanguage };
export type InBothLanguages = Readonly<Record<TextLanguage, string>>;
type Value = string | number;

/** What a literal message asks for: '{name}' and '{count, plural, …}' give 'name' and 'count'. */
type NamesIn<Message extends string> = Message extends `${string}{${infer Inner}}${infer Rest}`
  ? NameIn<Inner> | NamesIn<Rest>
  : never;
/** Inside the cases of a plural braces hold text, not a name. */
type NameIn<Inner extends string> = Inner extends `${infer Name}, plural, ${string}`
  ? Name
  : Inner extends `${string}${'#' | ' '}${string}`
    ? never
    : Inner;

/** The values of a message by name; of one whose text is not known to the compiler, any. */
type ValuesOf<Message extends string> = string extends Message
  ? [values?: Readonly<Record<string, Value>>]
  : [NamesIn<Message>] extends [never]
    ? []
    : [values: Readonly<Record<NamesIn<Message>, Value>>];

export type Text<Message extends string> = (language: TextLanguage, ...values: ValuesOf<Message>) => string;

const compilers = compilersWith({ strict: true, requireAllArguments: true });

/** Throws where a message is not well formed. What it returns throws where a value is missing. */
export function defineText<const Message extends string>(messages: {
  readonly en: Message;
  readonly zh: string;
}): Text<Message> {
  const compiled = { en: compilers.en.compile(messages.en), zh: compilers.zh.compile(messages.zh) };
  return (language, ...[values]) => compiled[language](values);
}
