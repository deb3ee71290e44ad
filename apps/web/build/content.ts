/**
 * Compiles articles and documents, Markdown files with a head of names and values, to blocks of
 * data. What the site has no block for is refused here, at build time: HTML, pictures, deeper
 * lists. `messages` of a head names refusals: they become their texts.
 */
import fs from 'node:fs';
import { REFUSALS, type RefusalName } from '@glasshouse/protocol';
import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Compiled, Inline, Mark } from '../src/shared/content/blocks.ts';

const FILE = /\/src\/features\/.*\.(en|zh)\.md$/;
const HEAD = /^---\n([\s\S]*?)\n---\n/;
const FIGURE = /\{\{([\w.-]+)\}\}/;
/** The mark at the end of a paragraph that a document's version has added or changed. */
const MARK = /\s*\{(new|changed)\}$/;
const WIDE_SIGN = /[\u3001-\u303f\uff01-\uff5e“”‘’…—]/u;
const HAN = /\p{Script=Han}/u;
/**
 * Bold text that ends with wide punctuation. Markdown needs a space after it, which must not be
 * shown, because the wide character already contains one.
 */
const CLOSED_WIDE = /[\u3001-\u303f\uff01-\uff5e]\*\*$/u;

export function compileContent(source: string, file = 'content'): Compiled {
  const found = HEAD.exec(source);
  if (found === null) throw new Error(`${file} has no head`);
  const body = marked.lexer(source.slice(found[0].length)).flatMap((token) => blockOf(token, file));
  return { head: headOf(found[1] ?? '', file), body };
}

function headOf(text: string, file: string): Record<string, string> {
  const rows = text.split(/\n(?! )/).map((row) => {
    const line = row.replaceAll(/\n +/g, ' ');
    const [, name, value] = /^([a-z0-9]+): (.+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`${file}: a head has no "${line}"`);
    return [name, name === 'messages' ? messagesOf(value, file) : value.trim()] as const;
  });
  return Object.fromEntries(rows);
}

function messagesOf(names: string, file: string): string {
  const language = file.endsWith('.zh.md') ? 'zh' : 'en';
  const texts = names.split(' ').map((name) => {
    const refusal = REFUSALS[name as RefusalName];
    if (refusal === undefined) throw new Error(`${file}: there is no refusal ${name}`);
    return refusal[language].replaceAll(/\{\w+\}/g, '');
  });
  return texts.join('\n');
}

function blockOf(token: Token, file: string): Block[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading': {
      const { text, tokens } = token as Tokens.Heading;
      return [['h', idOf(text), lineOf(tokens, file)]];
    }
    case 'paragraph':
      return [paragraphOf(lineOf((token as Tokens.Paragraph).tokens, file))];
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [[ordered ? 'steps' : 'ul', items.map((item) => itemOf(item, file))]];
    }
    case 'blockquote': {
      const [only, ...others] = (token as Tokens.Blockquote).tokens;
      if (only?.type !== 'paragraph' || others.length > 0)
        throw new Error(`${file}: a note is one paragraph`);
      return [['note', lineOf((only as Tokens.Paragraph).tokens, file)]];
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const line = ({ tokens }: Tokens.TableCell) => lineOf(tokens, file);
      return [['table', header.map(line), rows.map((row) => row.map(line))]];
    }
    default:
      throw new Error(`${file}: there is no block for ${token.type}: ${token.raw.slice(0, 60)}`);
  }
}

/** The id of a heading, such as '4-seconds-contracts', which stays the same in every version. */
const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

function paragraphOf(line: readonly Inline[]): Block {
  const last = line.at(-1);
  const mark = typeof last === 'string' ? (MARK.exec(last)?.[1] as Mark | undefined) : undefined;
  if (mark === undefined || typeof last !== 'string') return ['p', line];
  return ['p', [...line.slice(0, -1), last.replace(MARK, '')], mark];
}

function itemOf({ tokens }: Tokens.ListItem, file: string): readonly Inline[] {
  const [only, ...others] = tokens;
  if (only?.type !== 'text' || others.length > 0) throw new Error(`${file}: an item is one paragraph`);
  return lineOf((only as Tokens.Text).tokens ?? [], file);
}

function lineOf(tokens: readonly Token[], file: string): readonly Inline[] {
  return tokens.flatMap((token, index): readonly Inline[] => {
    switch (token.type) {
      case 'text':
      case 'escape': {
        const text = unwrapped((token as Tokens.Text).text);
        return withFigures(CLOSED_WIDE.test(tokens[index - 1]?.raw ?? '') ? text.trimStart() : text);
      }
      case 'strong':
        return [['b', lineOf((token as Tokens.Strong).tokens, file)]];
      case 'link': {
        const { href, tokens: inner } = token as Tokens.Link;
        return [['a', href, lineOf(inner, file)]];
      }
      case 'codespan':
        return [['code', (token as Tokens.Codespan).text]];
      default:
        throw new Error(`${file}: a line has no ${token.type}: ${token.raw.slice(0, 60)}`);
    }
  });
}

function withFigures(text: string): Inline[] {
  return text.split(new RegExp(FIGURE, 'g')).flatMap((part, index): Inline[] => {
    if (index % 2 === 1) return [['figure', part]];
    return part === '' ? [] : [part];
  });
}

/** Joins the lines of a paragraph with spaces, except between wide characters. */
function unwrapped(text: string): string {
  return unescaped(text).replaceAll(/(.)?[ \t]*\n[ \t]*(.)?/gu, (_, before = '', after = '') => {
    const isWide = WIDE_SIGN.test(before) || WIDE_SIGN.test(after) || (HAN.test(before) && HAN.test(after));
    return `${before}${isWide ? '' : ' '}${after}`;
  });
}

const SIGNS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
};
/** Decodes HTML entities, because React escapes text itself. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (sign) => SIGNS[sign] ?? sign);

export const content: Plugin = {
  name: 'content',
  enforce: 'pre',
  load: {
    filter: { id: FILE },
    handler(id) {
      const compiled = compileContent(fs.readFileSync(id, 'utf8'), id);
      return { code: `export default ${JSON.stringify(compiled)};`, moduleType: 'js' };
    },
  },
};
