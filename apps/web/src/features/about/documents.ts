/** The documents of the platform: every version stays readable, each file is loaded when it is. */
import {
  DOCUMENTS,
  inForce,
  type DocumentName,
  type DocumentVersion,
} from '@glasshouse/protocol/identity/documents';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryClient } from '#data/query-client.ts';
import { loadPart } from '#shared/chunk.ts';
import type { Block, Compiled } from '#shared/content/blocks.ts';
import type { Language } from '#shared/language.ts';

const FILES = import.meta.glob<Compiled>('./documents/*.md', { import: 'default' });

export interface Change {
  /** The number of the section. */
  readonly section: string;
  readonly text: string;
}

export interface ShownDocument {
  readonly title: string;
  readonly changes: readonly Change[];
  readonly body: readonly Block[];
}

export const wordsOf = (language: Language): 'en' | 'zh' => (language === 'zh-CN' ? 'zh' : 'en');

/** The version that the address names, else the one in force. */
export function versionOf(name: DocumentName, asked: string | undefined): DocumentVersion {
  return DOCUMENTS[name].find(({ version }) => String(version) === asked) ?? inForce(name);
}

interface Named {
  readonly name: DocumentName;
  readonly version: number;
  readonly language: Language;
}
function documentQuery({ name, version, language }: Named) {
  const file = `./documents/${name}-${version}.${wordsOf(language)}.md`;
  return {
    queryKey: ['document', file],
    staleTime: Infinity,
    queryFn: async (): Promise<ShownDocument> => {
      const load = FILES[file];
      if (load === undefined) throw new Error(`there is no ${file}`);
      return documentOf(await loadPart(load));
    },
  };
}

/** While another language or version loads, the former one stays. */
export function useDocument(named: Named) {
  return useQuery({ ...documentQuery(named), placeholderData: keepPreviousData });
}

export const fetchDocument = (named: Named): Promise<ShownDocument> =>
  queryClient.fetchQuery(documentQuery(named));

export function documentOf({ head, body }: Compiled): ShownDocument {
  const changes = Object.entries(head).flatMap(([key, value]) => {
    if (!/^change\d+$/.test(key)) return [];
    const [section = '', text = ''] = value.split(' | ');
    return [{ section, text }];
  });
  return { title: head['title'] ?? '', changes, body };
}

export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** The table of contents. */
export function headingsOf(body: readonly Block[]): readonly Heading[] {
  return body.flatMap((block) =>
    block[0] === 'h'
      ? [{ id: block[1], text: block[2].filter((part) => typeof part === 'string').join('') }]
      : [],
  );
}

/** The heading of a section by its number. */
export const sectionOf = (headings: readonly Heading[], number: string): Heading | undefined =>
  headings.find(({ text }) => text.startsWith(`${number}.`));
