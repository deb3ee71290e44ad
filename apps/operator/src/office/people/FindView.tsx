/** Finds people by one field. A search is in the log, so nothing is sent before Enter. */
import type { FoundRow } from '@glasshouse/protocol/identity/office';
import { Button, Code, DateTime, Tag } from '@glasshouse/ui';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useKeys } from '../frame/keys.ts';
import { useLogged } from '../frame/frame-context.ts';
import { Page } from '../frame/Page.tsx';
import { EmptyState } from '../parts/states.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { useTexts } from '../texts.ts';
import { Frozen, Kyc } from './tags.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useFoundPeople } from './usePeople.ts';

const FIND_MAX = 254;

interface FindViewProps {
  /** What was searched for last; '' for nothing. */
  readonly find: string;
  readonly onFind: (find: string) => void;
  readonly onOpen: (user: number) => void;
}

export function FindView({ find, onFind, onOpen }: FindViewProps) {
  const { t } = useTexts();
  const query = useFoundPeople(find);
  const { data } = query;
  useLogged(data === undefined ? undefined : t('people_searchLogged'));
  const columns = useColumns();
  return (
    <Page title={t('people_title')} fact={t('people_fact')}>
      <section aria-label={t('people_title')} className="bg-panel flex min-h-0 flex-1 flex-col">
        <FindForm find={find} onFind={(next) => (next === find ? void query.refetch() : onFind(next))} />
        {find === '' ? (
          <EmptyState title={t('people_nothingAsked')} text={t('people_findHint')} />
        ) : (
          <Table
            label={t('people_title')}
            columns={columns}
            rows={wholeRows(query, data?.list)}
            keyOf={({ userId }) => String(userId)}
            onOpen={({ userId }) => onOpen(userId)}
            empty={<EmptyState title={t('people_nobody')} text={t('people_findHint')} />}
            sums={data?.hasMore === true ? t('people_more') : undefined}
          />
        )}
      </section>
    </Page>
  );
}

interface FindFormProps {
  readonly find: string;
  readonly onFind: (find: string) => void;
}

function FindForm({ find, onFind }: FindFormProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(find);
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ keys: '/', label: t('keyFind'), run: () => field.current?.focus() }]);
  return (
    <form
      role="search"
      className="border-line flex h-12 shrink-0 items-center gap-2 border-b px-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onFind(typed.trim());
      }}
    >
      <label className="bg-raised text-mut focus-within:halo flex h-8 w-full max-w-[520px] items-center gap-2 rounded-md px-2.5">
        <Search aria-hidden size={14} className="shrink-0" />
        <input
          ref={field}
          type="search"
          maxLength={FIND_MAX}
          aria-label={t('people_find')}
          placeholder={t('people_find')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="text-fg placeholder:text-mut h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </label>
      <Button type="submit" size="sm" disabled={typed.trim() === ''}>
        {t('people_search')}
      </Button>
    </form>
  );
}

function useColumns(): readonly Column<FoundRow>[] {
  const { t } = useTexts();
  return [
    {
      id: 'user',
      head: t('uid'),
      width: 110,
      cell: ({ userId }) => <Code className="font-medium">{userId}</Code>,
    },
    { id: 'email', head: t('email'), width: '2fr', cell: ({ maskedEmail }) => <Code>{maskedEmail}</Code> },
    { id: 'name', head: t('name'), width: '2fr', cell: ({ name }) => (name === '' ? '–' : name) },
    { id: 'kyc', head: t('identity'), width: 130, cell: ({ kycState }) => <Kyc state={kycState} /> },
    {
      id: 'since',
      head: t('since'),
      width: 120,
      isLow: true,
      cell: ({ sinceTime }) => <DateTime timeMs={sinceTime} kind="date" className="text-mut" />,
    },
    {
      id: 'by',
      head: t('people_foundBy'),
      width: '2fr',
      cell: ({ foundBy }) => (
        <span className="text-mut">{foundBy.map((by) => t(`people_by_${by}`)).join(', ')}</span>
      ),
    },
    {
      id: 'standing',
      head: t('people_standing'),
      width: '3fr',
      cell: ({ isFrozen, freezes }) => (
        <span className="flex gap-1.5">
          {isFrozen && <Tag tone="bad">{t('people_allFrozen')}</Tag>}
          {freezes.map((kind) => (
            <Frozen key={kind} kind={kind} />
          ))}
          {!isFrozen && freezes.length === 0 && <span className="text-mut">{t('people_nothingFrozen')}</span>}
        </span>
      ),
    },
  ];
}
