/** The notices to everybody; beside them one in both languages, or the form of a new one. */
import type { PublishedNotice } from '@glasshouse/protocol/notices/office';
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import { Button, DateTime } from '@glasshouse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { call } from '../api.ts';
import { useLogged } from '../frame/frame-context.ts';
import { Page } from '../frame/Page.tsx';
import { usePageActs } from '../palette/acts.ts';
import { SideBySide } from '../parts/Decision.tsx';
import { EmptyState, NothingOpen } from '../parts/states.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { useRows } from '../parts/table/useRows.ts';
import { useSelf } from '../self.ts';
import { language, useTexts } from '../texts.ts';
import { NewNotice } from './NewNotice.tsx';
import { NoticeDecision } from './NoticeDecision.tsx';
import type { NoticesSearch } from './notices-search.ts';

const PAGE_SIZE = 100;
const EVERY_MS = 5_000;

export function NoticesPage() {
  const { t } = useTexts();
  const { open } = useSearch({ from: '/notices' });
  const navigate = useNavigate();
  const go = (next: NoticesSearch) => void navigate({ to: '/notices', search: next });
  const { data: self } = useSelf();
  const mayWrite = self != null && isPermitted(self.role, 'content/act');
  useLogged(t('noCustomer'));
  const rows = useRows({
    queryKey: ['published'],
    everyMs: EVERY_MS,
    load: (cursor) => call('notices/get-published', { pageSize: PAGE_SIZE, cursor }),
  });
  const write = () => go({ open: 'new' });
  usePageActs(mayWrite ? [{ id: 'write', label: t('notice_write'), icon: Plus, keys: 'N', run: write }] : []);
  const shown = rows.list.find(({ notice }) => notice === open);
  const onClose = () => go({});
  const side = () => {
    if (open === 'new' && mayWrite) return <NewNotice onClose={onClose} />;
    if (shown === undefined) return <NothingOpen text={t('notice_open')} />;
    return <NoticeDecision key={shown.notice} notice={shown} mayWithdraw={mayWrite} onClose={onClose} />;
  };
  return (
    <Page
      title={t('notices')}
      fact={t('notice_fact')}
      acts={
        mayWrite && (
          <Button tone="ghost" onClick={write}>
            {t('notice_write')}
          </Button>
        )
      }
    >
      <SideBySide side={side()}>
        <Table
          label={t('notices')}
          columns={useColumns()}
          rows={rows}
          keyOf={({ notice }) => String(notice)}
          openKey={typeof open === 'number' ? String(open) : undefined}
          onOpen={({ notice }) => go({ open: notice })}
          empty={<EmptyState title={t('notice_none')} text={t('notice_noneText')} />}
        />
      </SideBySide>
    </Page>
  );
}

function useColumns(): readonly Column<PublishedNotice>[] {
  const { t } = useTexts();
  const isChinese = language() === 'zh-CN';
  const [own, other] = isChinese ? (['titleZh', 'titleEn'] as const) : (['titleEn', 'titleZh'] as const);
  return [
    {
      id: 'notice',
      head: t('number'),
      width: 70,
      cell: ({ notice }) => <span className="text-mut">{notice}</span>,
    },
    {
      id: 'title',
      head: t('notice_title'),
      width: '3fr',
      cell: (row) => <b className="font-semibold">{row[own]}</b>,
    },
    {
      id: 'other',
      head: t(isChinese ? 'english' : 'chinese'),
      width: '3fr',
      isLow: true,
      cell: (row) => <span className="text-mut">{row[other]}</span>,
    },
    {
      id: 'time',
      head: t('time'),
      width: 130,
      cell: ({ time }) => <DateTime timeMs={time} kind="short" className="text-mut" />,
    },
  ];
}
