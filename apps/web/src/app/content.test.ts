/**
 * Goal: an article exists in both languages, leads to pages that exist, repeats no parameter, and a
 * released document never changes. Method: compiles every file as the build does.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ARTICLE_NAMES, isArticle, isTopic, topicOf } from '@glasshouse/protocol/help/articles';
import { DOCUMENT_NAMES, DOCUMENTS } from '@glasshouse/protocol/identity/documents';
import { compileContent } from '../../build/content.ts';
import { messagesOf } from '../../build/texts.ts';
import { articleOf } from '#features/help/article.ts';
import { FIGURES, isFigure } from '#features/help/figures.ts';
import { figuresIn, linksIn, plainText, type Compiled } from '#shared/content/blocks.ts';
import { flatMessages } from '@glasshouse/texts/module';
import { redirectOf, SECTIONS } from './sections.ts';

const FEATURES = path.join(import.meta.dirname, '..', 'features');
const LANGUAGES = ['en', 'zh'] as const;
type Words = (typeof LANGUAGES)[number];

const read = (file: string): string => fs.readFileSync(path.join(FEATURES, file), 'utf8');
const fileOf = (name: (typeof ARTICLE_NAMES)[number], words: Words): string =>
  `help/articles/${topicOf(name)}/${name}.${words}.md`;
const compiled = (name: (typeof ARTICLE_NAMES)[number], words: Words): Compiled =>
  compileContent(read(fileOf(name, words)), fileOf(name, words));

const PAGES = new Set(SECTIONS.flatMap(({ pages }) => Object.keys(pages)));
const OUTSIDE = new Set(['/docs/api']);

/** A page of the site, one that the server makes, or an article. */
function leadsSomewhere(to: string): boolean {
  if (to.startsWith('article:')) return isArticle(to.slice('article:'.length));
  const { pathname, searchParams } = new URL(to, 'https://site.example');
  const [article, topic] = [searchParams.get('article'), searchParams.get('topic')];
  if (article !== null && !isArticle(article)) return false;
  if (topic !== null && !isTopic(topic)) return false;
  return PAGES.has(redirectOf(pathname) ?? pathname) || OUTSIDE.has(pathname);
}

test('R2.40 R1.4 every article exists in both languages, and no file is left over', () => {
  const expected = ARTICLE_NAMES.flatMap((name) => LANGUAGES.map((words) => fileOf(name, words)));
  const found = fs.globSync('help/articles/*/*.md', { cwd: FEATURES });
  assert.deepEqual(found.toSorted(), expected.toSorted());
  assert.ok(ARTICLE_NAMES.length >= 30);
  for (const name of ARTICLE_NAMES) {
    const [en, zh] = [articleOf(compiled(name, 'en')), articleOf(compiled(name, 'zh'))];
    assert.deepEqual(
      [zh.changed, zh.action, zh.facts, zh.related, zh.body.map(([kind]) => kind)],
      [en.changed, en.action, en.facts, en.related, en.body.map(([kind]) => kind)],
      name,
    );
    assert.deepEqual(figuresIn(zh.body).toSorted(), figuresIn(en.body).toSorted(), name);
    for (const { title, lead, words } of [en, zh])
      assert.ok(title !== '' && lead !== '' && words !== '', name);
  }
});

test('R2.40 every link of an article leads to a page or an article that exists', () => {
  for (const name of ARTICLE_NAMES)
    for (const words of LANGUAGES) {
      const article = articleOf(compiled(name, words));
      const wrong = [...linksIn(article.body), article.action].filter((to) => !leadsSomewhere(to));
      assert.deepEqual(wrong, [], `${name} ${words}`);
      assert.ok(article.related.length >= 2 && article.related.every(isArticle), name);
      assert.ok(!article.related.includes(name), name);
    }
});

/** Amounts, shares, waits and confirmations: for all of them there are parameters. */
const PARAMETER =
  /\d\s*%|\d\s*(USDT|BTC|ETH|LTC|DOGE|XRP)\b|\d+\s*(hours?|confirmations?)\b|\d+\s*(小时|次确认)/;

test('R2.40 R10.6 figures of articles are live: each has a name, and no parameter is written into a text', () => {
  const facts = flatMessages(messagesOf('features/help', 'en-US'));
  for (const name of ARTICLE_NAMES)
    for (const words of LANGUAGES) {
      const { head, body } = compiled(name, words);
      const article = articleOf({ head, body });
      const named = [...figuresIn(body), ...article.facts];
      assert.deepEqual(
        named.filter((each) => !isFigure(each)),
        [],
        name,
      );
      assert.doesNotMatch([article.lead, plainText(body)].join('\n'), PARAMETER, `${name} ${words}`);
    }
  for (const figure of Object.keys(FIGURES)) assert.ok(facts.has(`help.facts.${figure}`), figure);
});

test('R2.41 a released version of a document never changes, and both languages have the same parts', () => {
  const listed = DOCUMENT_NAMES.flatMap((name) =>
    DOCUMENTS[name].flatMap(({ version }) => LANGUAGES.map((words) => `${name}-${version}.${words}.md`)),
  );
  const found = fs.readdirSync(path.join(FEATURES, 'about', 'documents'));
  assert.deepEqual(found.toSorted(), listed.toSorted());
  for (const name of DOCUMENT_NAMES)
    DOCUMENTS[name].forEach(({ version, date, sha256 }, index) => {
      assert.equal(version, index + 1);
      const [en, zh] = LANGUAGES.map((words) => {
        const source = read(`about/documents/${name}-${version}.${words}.md`);
        assert.equal(createHash('sha256').update(source).digest('hex'), sha256[words], `${name}-${version}`);
        const { head, body } = compileContent(source);
        assert.deepEqual([head['version'], head['date']], [String(version), date]);
        assert.deepEqual(
          linksIn(body).filter((to) => !leadsSomewhere(to)),
          [],
        );
        assert.deepEqual(figuresIn(body), []);
        return body.map((block) => [block[0], block[0] === 'p' ? block[2] : undefined]);
      });
      assert.deepEqual(zh, en, `${name}-${version}`);
    });
});
