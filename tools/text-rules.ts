/** The rules of docs/texts.md that a program can check, for one text. */
import fs from 'node:fs';
import path from 'node:path';
import type { TextLanguage } from '@glasshouse/texts';
import { ROOT } from './run.ts';

export interface Word {
  readonly word: string;
  readonly pattern: RegExp;
  /** The glossary's own words for it. */
  readonly instead: string;
}

/** The words that the glossary's last column excludes. */
export function excludedWords(glossary = fs.readFileSync(path.join(ROOT, 'docs/texts.md'), 'utf8')): Word[] {
  return glossary
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => {
      const [, english = '', chinese = '', , excluded = ''] = line.split('|').map((cell) => cell.trim());
      return [...excluded.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({
        word,
        // Latin letters end a word, Chinese characters do not.
        pattern: /^[\w -]+$/.test(word) ? new RegExp(`\\b${word}\\b`, 'i') : new RegExp(word),
        instead: `${english}, ${chinese}`,
      }));
    });
}

interface Rule {
  readonly rule: string;
  readonly pattern: RegExp;
}

/** Messages of the product's own that say please. */
const PLEASE = /^(Please login first|.*[Pp]lease try again later)$/;

const RULES: Readonly<Record<TextLanguage, readonly Rule[]>> = {
  en: [
    // The product's own message of a sale has one (R8.2).
    { rule: 'no exclamation marks', pattern: /(?<!^Submission Successful)!(?!=)/ },
    { rule: 'no straight apostrophes or quotes', pattern: /(?<=\w)'(?=\w| )|(?<=\s)"\w/ },
    { rule: 'one space between words', pattern: /\S {2,}\S/ },
  ],
  zh: [
    { rule: '不用感叹号', pattern: /(?<!^提交成功)[!！]/ },
    { rule: '用全角标点', pattern: /\p{Script=Han}[,;:?()]|[,;:?)]\p{Script=Han}/u },
    { rule: '汉字与字母、数字之间空一格', pattern: /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u },
    { rule: '全角标点旁不空格', pattern: /[，。；：？、（）“”《》] | [，。；：？、（）“”《》]/ },
    { rule: '“/”前后不空格', pattern: /\p{Script=Han} \/ \p{Script=Han}/u },
  ],
};

export interface TextPlace {
  readonly language: TextLanguage;
  readonly words: readonly Word[];
  /** False for texts with JSON and names of fields in them. */
  readonly isProse: boolean;
  /** Whether it names the software, and not the platform that runs on it. */
  readonly isOfSoftware?: boolean;
}

/** Each platform has a name of its own. */
const SOFTWARE = /Glasshouse/;

/** What a text breaks. */
export function rulesBrokenBy(
  text: string,
  { language, words, isProse, isOfSoftware = false }: TextPlace,
): readonly string[] {
  const rules = RULES[language].filter(({ rule }) => isProse || !rule.includes('straight'));
  const broken = rules.filter(({ pattern }) => pattern.test(text)).map(({ rule }) => rule);
  const excluded = words.filter(({ pattern }) => pattern.test(text));
  return [
    ...broken,
    ...(SOFTWARE.test(text) && !isOfSoftware ? ['the name of the platform is {brand}'] : []),
    ...(language === 'en' && /\bplease\b/i.test(text) && !PLEASE.test(text) ? ['no please'] : []),
    ...excluded.map(({ word, instead }) => `not "${word}" but ${instead}`),
  ];
}
