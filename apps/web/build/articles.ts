/**
 * Finds and compiles the help center's articles: NAME.en.md and NAME.zh.md in a feature's folder
 * `articles`.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { ArticleName } from '@glasshouse/protocol/help/articles';
import type { Compiled } from '../src/shared/content/blocks.ts';
import { compileContent } from './content.ts';

const FEATURES = path.join(import.meta.dirname, '..', 'src', 'features');

/** The articles' paths, relative to the folder of features, sorted. */
export const articleFiles = (): readonly string[] =>
  fs.globSync('*/articles/**/*.md', { cwd: FEATURES }).toSorted();

export function compiledArticle(name: ArticleName, language: 'en' | 'zh'): Compiled {
  const file = articleFiles().find((each) => path.basename(each) === `${name}.${language}.md`);
  if (file === undefined) throw new Error(`there is no article ${name} in ${language}`);
  return compileContent(fs.readFileSync(path.join(FEATURES, file), 'utf8'), file);
}
