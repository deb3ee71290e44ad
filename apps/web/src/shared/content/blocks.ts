/**
 * Long texts as data: articles and documents are Markdown files, which the build compiles to these
 * blocks (build/content.ts). The browser parses nothing and sets no HTML.
 */

/** Text; bold; a link to a path of the site or to an address; a live figure by name; code. */
export type Inline =
  | string
  | readonly ['b', readonly Inline[]]
  | readonly ['a', string, readonly Inline[]]
  | readonly ['figure', string]
  | readonly ['code', string];

export type Block =
  | readonly ['h', string, readonly Inline[]]
  | readonly ['p', readonly Inline[], Mark?]
  | readonly ['ul', readonly (readonly Inline[])[]]
  | readonly ['steps', readonly (readonly Inline[])[]]
  | readonly ['note', readonly Inline[]]
  | readonly ['table', readonly (readonly Inline[])[], readonly (readonly (readonly Inline[])[])[]];

/** A paragraph of a document that this version has added or changed. */
export type Mark = 'new' | 'changed';

export interface Compiled {
  /** The front matter: names in lower case, values as text. */
  readonly head: Readonly<Record<string, string>>;
  readonly body: readonly Block[];
}

/** The words of a text, for a search and for counting. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.flatMap(linesOf).map(inlineText).join('\n');
}

function linesOf(block: Block): readonly (readonly Inline[])[] {
  switch (block[0]) {
    case 'h':
      return [block[2]];
    case 'p':
    case 'note':
      return [block[1]];
    case 'ul':
    case 'steps':
      return block[1];
    case 'table':
      return [...block[1], ...block[2].flat()];
  }
}

export function inlineText(line: readonly Inline[]): string {
  return line
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part[0] === 'a') return inlineText(part[2]);
      if (part[0] === 'b') return inlineText(part[1]);
      return part[0] === 'code' ? part[1] : '';
    })
    .join('');
}

/** The names of the live figures that a text shows. */
export function figuresIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap(linesOf).flatMap(figuresOf);
}

function figuresOf(line: readonly Inline[]): readonly string[] {
  return line.flatMap((part) => {
    if (typeof part === 'string') return [];
    if (part[0] === 'figure') return [part[1]];
    if (part[0] === 'a') return figuresOf(part[2]);
    return part[0] === 'b' ? figuresOf(part[1]) : [];
  });
}

/** Where the links of a text lead. */
export function linksIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap(linesOf).flatMap(linksOf);
}

function linksOf(line: readonly Inline[]): readonly string[] {
  return line.flatMap((part) => {
    if (typeof part === 'string') return [];
    if (part[0] === 'a') return [part[1], ...linksOf(part[2])];
    return part[0] === 'b' ? linksOf(part[1]) : [];
  });
}
