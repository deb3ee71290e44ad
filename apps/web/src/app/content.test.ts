/**
 * Goal: an article exists in both languages, leads to pages that exist, repeats no parameter, and a
 * released document never changes. Method: compiles every file as the build does.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ACCOUNT_NUMBERS } from '@glasshouse/protocol/accounts';
import { ARTICLE_NAMES, isArticle, isTopic, TOPIC_NAMES } from '@glasshouse/protocol/help/articles';
import { DOCUMENT_NAMES, DOCUMENTS } from '@glasshouse/protocol/identity/documents';
import { articleFiles, compiledArticle } from '../../build/articles.ts';
import { compileContent } from '../../build/content.ts';
import { pageHeads } from '../../build/page-heads.ts';
import { messagesOf } from '../../build/texts.ts';
import { articleOf } from '#features/help/article.ts';
import { FIGURES, isFigure } from '#features/help/figures.ts';
import { topicsOf } from '#features/help/topics.ts';
import { figuresIn, linksIn, plainText } from '#shared/content/blocks.ts';
import { flatMessages } from '@glasshouse/texts/module';
import { PRODUCT_TERMS } from './pages/public-terms.ts';
import { redirectOf, SECTIONS } from './sections.ts';

const FEATURES = path.join(import.meta.dirname, '..', 'features');
const LANGUAGES = ['en', 'zh'] as const;

const read = (file: string): string => fs.readFileSync(path.join(FEATURES, file), 'utf8');

const OF_PRODUCTS = new Set(PRODUCT_TERMS.flatMap(({ figures }) => Object.keys(figures)));

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
  const expected = ARTICLE_NAMES.flatMap((name) => LANGUAGES.map((words) => `${name}.${words}.md`));
  const found = articleFiles().map((file) => path.basename(file));
  assert.deepEqual(found.toSorted(), expected.toSorted());
  assert.ok(ARTICLE_NAMES.length >= 30);
  for (const name of ARTICLE_NAMES) {
    const [en, zh] = [articleOf(compiledArticle(name, 'en')), articleOf(compiledArticle(name, 'zh'))];
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

test('R2.40 every topic has a name and an icon, its own or that of its product', () => {
  assert.deepEqual(Object.keys(topicsOf(PRODUCT_TERMS)).toSorted(), TOPIC_NAMES.toSorted());
});

test('R2.1 R1.4 every public page has a title and a description, and no other has', () => {
  const { heads, paths } = pageHeads();
  for (const [address, head] of Object.entries(heads))
    for (const language of ['en', 'zh'] as const) {
      const [title, description] = head[language] ?? [];
      assert.ok(title !== undefined && title !== '', `title of ${address}, ${language}`);
      assert.ok(description !== undefined && description !== '', `description of ${address}, ${language}`);
    }
  for (const account of ACCOUNT_NUMBERS) assert.ok(paths.includes(`/account/assert/${account}`));
  const withHead = Object.keys(heads).filter((address) => !address.includes('?'));
  const open = SECTIONS.flatMap(({ pages }) =>
    Object.entries(pages).flatMap(([page, access]) =>
      access === 'public' ? [redirectOf(page) ?? page] : [],
    ),
  );
  assert.deepEqual(withHead.toSorted(), [...new Set(open)].toSorted());
});

test('R2.40 every link of an article leads to a page or an article that exists', () => {
  for (const name of ARTICLE_NAMES)
    for (const words of LANGUAGES) {
      const article = articleOf(compiledArticle(name, words));
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
      const { head, body } = compiledArticle(name, words);
      const article = articleOf({ head, body });
      const named = [...figuresIn(body), ...article.facts];
      assert.deepEqual(
        named.filter((each) => !isFigure(each) && !OF_PRODUCTS.has(each)),
        [],
        name,
      );
      assert.doesNotMatch([article.lead, plainText(body)].join('\n'), PARAMETER, `${name} ${words}`);
    }
  for (const figure of Object.keys(FIGURES)) assert.ok(facts.has(`help.facts.${figure}`), figure);
  assert.deepEqual(
    [...OF_PRODUCTS].filter((figure) => isFigure(figure)),
    [],
  );
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
