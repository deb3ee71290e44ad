/** The columns of the queue of cases. */
import type { CaseRow } from '@glasshouse/protocol/kyc/office';
import { Code, Tag } from '@glasshouse/ui';
import { Age } from '../parts/Age.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import type { Column } from '../parts/table/columns.ts';
import { useTexts } from '../texts.ts';
import { REVIEW_AIM_MS } from './useCases.ts';
import { CASE_STATE_TEXTS, useCountryName } from './words.ts';

/** `isNarrow`: the photos of a case stand beside the table. */
export function useColumns(isNarrow: boolean): readonly Column<CaseRow>[] {
  const { t } = useTexts();
  const countryName = useCountryName();
  const age: Column<CaseRow> = {
    id: 'age',
    head: t('age'),
    width: 82,
    cell: ({ time, state }) => (
      <Age sinceMs={time} {...(state === 'waiting' ? { aimMs: REVIEW_AIM_MS } : {})} />
    ),
  };
  const user: Column<CaseRow> = {
    id: 'user',
    head: t('uid'),
    width: 76,
    cell: ({ userId }) => <Code className="font-medium">{userId}</Code>,
  };
  if (isNarrow) {
    const document: Column<CaseRow> = {
      id: 'document',
      head: t('document'),
      width: '1fr',
      cell: (row) => (
        <span className={row.isDuplicate ? 'text-warn' : undefined}>
          {t('documentOf', { document: t(`document_${row.document}`), country: row.country })}
        </span>
      ),
    };
    return [age, user, document];
  }
  return [
    age,
    { id: 'id', head: t('number'), width: 72, cell: ({ id }) => <Code>K-{id}</Code> },
    user,
    { id: 'document', head: t('document'), width: 130, cell: (row) => t(`document_${row.document}`) },
    { id: 'country', head: t('country'), width: '1fr', cell: (row) => countryName(row.country) },
    {
      id: 'duplicate',
      head: t('noticed'),
      width: 150,
      cell: (row) => row.isDuplicate && <Tag tone="warn">{t('sharedDocument')}</Tag>,
    },
    {
      id: 'state',
      head: t('state'),
      width: 110,
      cell: ({ state }) => <StateTag state={state} states={CASE_STATE_TEXTS} />,
    },
  ];
}
