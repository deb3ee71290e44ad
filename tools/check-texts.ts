/**
 * Compares every text of the site, of the back office and of the server with the rules and the
 * glossary of docs/texts.md. Prints each breach; exits non-zero on any.
 */
import fs from 'node:fs';
import path from 'node:path';
import { flatMessages, type MessageGroup } from '@glasshouse/texts/module';
import type { TextLanguage } from '@glasshouse/texts';
import { parseSync, Visitor } from 'oxc-parser';
import { messagesOf, textParts } from '../apps/web/build/texts.ts';
import { TEST_FILE, trackedFiles } from './citations.ts';
import { ROOT } from './run.ts';
import { excludedWords, rulesBrokenBy } from './text-rules.ts';

interface PlacedText {
  readonly place: string;
  readonly language: TextLanguage;
  readonly text: string;
}

/** Texts in code are below a property `en` or `zh`; others with Chinese characters count too. */
const CODE = /^(packages\/protocol|apps\/server)\/src\/.*\.ts$/;
/** The page for programs names fields and shows JSON. */
const FOR_PROGRAMS = /^apps\/server\/src\/pages\/api-page\//;
/** Texts that say which software it is. */
const OF_SOFTWARE: ReadonlySet<string> = new Set(['features/about about.claims.lead']);
const HAN = /\p{Script=Han}/u;

function textsOfCode(file: string): PlacedText[] {
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8');
  const found: PlacedText[] = [];
  /** The languages of the properties around the visited node. */
  const around: (TextLanguage | null)[] = [];
  const add = (text: string, start: number): void => {
    const language = around.findLast((each) => each !== null) ?? (HAN.test(text) ? 'zh' : null);
    const line = source.slice(0, start).split('\n').length;
    if (language !== null) found.push({ place: `${file}:${line}`, language, text });
  };
  new Visitor({
    Property: ({ key }) => {
      const name = key.type === 'Identifier' ? key.name : '';
      around.push(name === 'en' || name === 'zh' ? name : null);
    },
    'Property:exit': () => void around.pop(),
    Literal: ({ value, start }) => {
      if (typeof value === 'string') add(value, start);
    },
    TemplateElement: ({ value, start }) => add(value.cooked ?? '', start),
  }).visit(parseSync(file, source).program);
  return found;
}

function textsOfSite(): PlacedText[] {
  return ['shared', ...textParts()].flatMap((part) =>
    (['en', 'zh'] as const).flatMap((language) =>
      [...flatMessages(messagesOf(part, language === 'en' ? 'en-US' : 'zh-CN'))].map(([key, text]) => ({
        place: `${part} ${key}`,
        language,
        text,
      })),
    ),
  );
}

/** The back office and the frame of the chat. */
function textsOfOffice(): PlacedText[] {
  return ['office', 'chat'].flatMap((part) =>
    (['en', 'zh'] as const).flatMap((language) => {
      const file = `apps/operator/src/${part}/locales/${language === 'en' ? 'en-US' : 'zh-CN'}.json`;
      const messages = JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')) as MessageGroup;
      return [...flatMessages(messages)].map(([key, text]) => ({ place: `${part} ${key}`, language, text }));
    }),
  );
}

const words = excludedWords();
const files = trackedFiles().filter((file) => CODE.test(file) && !TEST_FILE.test(file));
const texts = [...textsOfSite(), ...textsOfOffice(), ...files.flatMap(textsOfCode)];
const breaches = texts.flatMap(({ place, language, text }) =>
  rulesBrokenBy(text, {
    language,
    words,
    isProse: !FOR_PROGRAMS.test(place),
    isOfSoftware: OF_SOFTWARE.has(place),
  }).map((rule) => `${place}: ${rule}: ${text.slice(0, 80)}`),
);
for (const breach of breaches) console.log(breach);
console.log(`${texts.length} texts, ${words.length} excluded words, ${breaches.length} breaches.`);
if (breaches.length > 0 || words.length < 40 || texts.length < 1000) process.exit(1);
