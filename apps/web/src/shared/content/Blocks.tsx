/** Shows a compiled text. The caller passes the live figures. */
import { classNames, Note } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { DataTable } from '#shared/lists/DataTable.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import type { Block, Inline, Mark } from './blocks.ts';

export interface ContentParts {
  /** The name of the text, for screen readers. */
  readonly label: string;
  /** The text of a live figure; undefined while it is not known. */
  readonly figure?: (name: string) => string | undefined;
  /** The tags of paragraphs that this version has added or changed. */
  readonly marks?: Readonly<Record<Mark, string>>;
  /** The language of the site, for pages outside. */
  readonly language: string;
}

const ROW_PX = 44;
const ARTICLE = 'article:';
/** Pages that the server makes, not the site. */
const OUTSIDE = /^\/docs\//;

export function Blocks({ blocks, ...parts }: ContentParts & { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} parts={parts} />);
}

interface BlockProps {
  readonly block: Block;
  readonly parts: ContentParts;
}
function OneBlock({ block, parts }: BlockProps) {
  switch (block[0]) {
    case 'h':
      return (
        <h2 id={block[1]} className="scroll-mt-4 pt-6 text-[16px] leading-6 font-semibold">
          <Line of={block[2]} parts={parts} />
        </h2>
      );
    case 'p':
      return <Paragraph line={block[1]} mark={block[2]} parts={parts} />;
    case 'ul':
      return (
        <ul className="mt-3 grid max-w-[680px] list-disc gap-2 pl-5 text-[14px] leading-6 marker:text-dim">
          {block[1].map((line, index) => (
            <li key={index}>
              <Line of={line} parts={parts} />
            </li>
          ))}
        </ul>
      );
    case 'steps':
      return <Steps items={block[1]} parts={parts} />;
    case 'note':
      return <Remark line={block[1]} parts={parts} />;
    case 'table':
      return <Cells heads={block[1]} rows={block[2]} parts={parts} />;
  }
}

interface LineProps {
  readonly of: readonly Inline[];
  readonly parts: ContentParts;
}
function Line({ of, parts }: LineProps): ReactNode {
  return of.map((part, index) => {
    if (typeof part === 'string') return part;
    const [kind, text] = part;
    if (kind === 'b')
      return (
        <b key={index} className="font-semibold">
          <Line of={part[1]} parts={parts} />
        </b>
      );
    if (kind === 'figure') return <LiveFigure key={index} text={parts.figure?.(text)} />;
    if (kind === 'code')
      return (
        <code key={index} translate="no" className="notranslate hash text-[12.5px]">
          {text}
        </code>
      );
    return (
      <ContentLink key={index} to={text} language={parts.language}>
        <Line of={part[2]} parts={parts} />
      </ContentLink>
    );
  });
}

/** Waits at a width of its own, so that lines break alike before and after. */
function LiveFigure({ text }: { readonly text: string | undefined }) {
  return text === undefined ? (
    <span aria-hidden className="skeleton inline-block h-[0.9em] w-14 align-[-1px]" />
  ) : (
    <b className="font-semibold whitespace-nowrap">{text}</b>
  );
}

interface ContentLinkProps {
  readonly to: string;
  readonly language: string;
  readonly children: ReactNode;
}
function ContentLink({ to, language, children }: ContentLinkProps) {
  const look =
    'text-brand-ink font-medium underline decoration-brand-ink/35 underline-offset-2 hover:decoration-current';
  if (OUTSIDE.test(to))
    return (
      <a href={`${to}?lang=${language}`} className={look}>
        {children}
      </a>
    );
  return (
    <PageLink {...addressOf(to)} className={look}>
      {children}
    </PageLink>
  );
}

/** 'article:wrong-network' is an article; '/about/legal?view=fees' a page with its parameters. */
export function addressOf(to: string): { to: string; search: Record<string, string> } {
  if (to.startsWith(ARTICLE)) return { to: '/about/connect', search: { article: to.slice(ARTICLE.length) } };
  const [path = '', query = ''] = to.split('?');
  return { to: path, search: Object.fromEntries(new URLSearchParams(query)) };
}

interface ParagraphProps {
  readonly line: readonly Inline[];
  readonly mark: Mark | undefined;
  readonly parts: ContentParts;
}
function Paragraph({ line, mark, parts }: ParagraphProps) {
  const tag = mark === undefined ? undefined : parts.marks?.[mark];
  const isMarked = tag !== undefined;
  return (
    <p
      className={classNames(
        'relative mt-3 max-w-[680px] text-[14px] leading-6 text-pretty',
        isMarked &&
          'before:bg-brand before:absolute before:inset-y-1 before:-left-5 before:w-0.5 before:rounded-full',
      )}
    >
      <Line of={line} parts={parts} />
      {isMarked && (
        <span className="bg-brand-soft text-brand-ink text-2xs ml-2 inline-block rounded px-1.5 align-[1px] leading-[18px] font-medium whitespace-nowrap">
          {tag}
        </span>
      )}
    </p>
  );
}

interface ItemsProps {
  readonly items: readonly (readonly Inline[])[];
  readonly parts: ContentParts;
}
/** Numbered steps, tied by a line. What is bold at the beginning of a step is its title. */
function Steps({ items, parts }: ItemsProps) {
  return (
    <ol className="mt-4">
      {items.map((line, index) => {
        const [first, ...rest] = line;
        const hasTitle = typeof first !== 'string' && first?.[0] === 'b';
        return (
          <li key={index} className="relative flex gap-4 pb-5 last:pb-0">
            {index < items.length - 1 && (
              <i aria-hidden className="bg-line absolute top-8 bottom-1 left-[11.5px] w-px" />
            )}
            <span
              aria-hidden
              className="num bg-brand-soft text-brand-ink grid size-6 shrink-0 place-items-center rounded-full text-[12px] font-semibold"
            >
              {index + 1}
            </span>
            <div className="max-w-[600px] min-w-0 flex-1">
              {hasTitle && (
                <p className="text-[15px] leading-6 font-semibold">
                  <Line of={titleOf(first)} parts={parts} />
                </p>
              )}
              <p className="text-mut text-[14px] leading-6 text-pretty">
                <Line of={hasTitle ? rest : line} parts={parts} />
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The line as a title: without its full stop. */
function titleOf([, line]: readonly ['b', readonly Inline[]]): readonly Inline[] {
  return line.map((part, index) =>
    typeof part === 'string' && index === line.length - 1 ? part.replace(/[.。，,:：]$/, '') : part,
  );
}

function Remark({ line, parts }: { readonly line: readonly Inline[]; readonly parts: ContentParts }) {
  return (
    <div className="mt-5">
      <Note tone="warn">
        <Line of={line} parts={parts} />
      </Note>
    </div>
  );
}

interface CellsProps {
  readonly heads: readonly (readonly Inline[])[];
  readonly rows: readonly (readonly (readonly Inline[])[])[];
  readonly parts: ContentParts;
}
function Cells({ heads, rows, parts }: CellsProps) {
  return (
    <div className="border-line mt-4 overflow-hidden rounded-lg border [&_td]:py-2.5 [&_td]:leading-5 [&_tbody_tr]:align-top [&_thead_tr]:border-t-0">
      <DataTable
        look="card"
        label={parts.label}
        list={{ rows, isPending: false, isError: false, refetch: () => Promise.resolve() }}
        loadingRows={0}
        emptyText=""
        rowHeight={ROW_PX}
        rowKey={(row) => String(rows.indexOf(row))}
        columns={heads.map((head, column) => ({
          key: String(column),
          head: <Line of={head} parts={parts} />,
          ...(column === 0 ? { className: 'font-medium', width: '34%' } : { className: 'text-mut' }),
          render: (row: readonly (readonly Inline[])[]) => <Line of={row[column] ?? []} parts={parts} />,
        }))}
      />
    </div>
  );
}
