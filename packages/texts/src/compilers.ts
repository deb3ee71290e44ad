/** The library, and a compiler of messages for each language. */
import MessageFormatModule, { type MessageFormatOptions } from '@messageformat/core';
import compileModuleModule from '@messageformat/core/lib/compile-module.js';

/** The languages by the names under which CLDR keeps their plural rules. */
export type TextLanguage = 'en' | 'zh';

/**
 * Both modules are CommonJS and export the value itself. Some module resolutions give their types a
 * `default` instead.
 */
type Exported<Module> = Module extends { readonly default: infer Value } ? Value : Module;
const MessageFormat = MessageFormatModule as unknown as Exported<typeof MessageFormatModule>;
export const compileModule = compileModuleModule as unknown as Exported<typeof compileModuleModule>;

export function compilersWith(options: MessageFormatOptions<'string'>) {
  return { en: new MessageFormat('en', options), zh: new MessageFormat('zh', options) };
}
