/** The page of the log of operators: what each one did and looked at. */
import { Button, DateTime, Empty, ErrorState, SkeletonRows } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from './api.ts';
import { detailText, subjectText } from './audit-words.ts';
import { useTexts } from './texts.ts';

const PAGE_SIZE = 50;
const HEADS = ['entry', 'time', 'operator', 'act', 'subject', 'detail', 'hash'] as const;

export function AuditPage() {
  const { t } = useTexts();
  const [cursor, setCursor] = useState('');
  const log = useQuery({
    queryKey: ['audit', cursor],
    queryFn: () => call('operators/get-audit', { pageSize: PAGE_SIZE, cursor }),
  });
  const next = log.data?.nextCursor ?? null;
  return (
    <main className="min-h-0 overflow-y-auto p-8">
      <h1 className="text-[22px] leading-7 font-semibold">{t('audit')}</h1>
      <p className="text-mut mt-1 mb-6 text-[13px]">{t('auditText')}</p>
      <div className="bg-panel border-line overflow-x-auto rounded-xl border">
        <table className="w-full text-[12.5px]">
          <thead>
            <tr className="border-line text-mut border-b text-left">
              {HEADS.map((head) => (
                <th key={head} scope="col" className="px-4 py-2.5 font-medium first:text-right">
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {log.data?.list.map((row) => (
              <tr key={row.entry} className="border-line border-b last:border-b-0">
                <td className="num px-4 py-2 text-right">{row.entry}</td>
                <td className="px-4 py-2 whitespace-nowrap">
                  <DateTime timeMs={row.time} />
                </td>
                <td className="px-4 py-2">{row.operator}</td>
                <td className="px-4 py-2 font-mono text-[12px] whitespace-nowrap">{row.act}</td>
                <td className="px-4 py-2">{subjectText(t, row.subject)}</td>
                <td className="px-4 py-2">{detailText(t, row)}</td>
                <td className="text-mut px-4 py-2 font-mono text-[12px]" title={row.hash}>
                  {row.hash.slice(0, 10)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {log.isPending && <SkeletonRows rows={8} height={36} />}
        {log.isError && (
          <ErrorState
            title={t('failed')}
            text={log.error.message}
            retryLabel={t('retry')}
            onRetry={log.refetch}
          />
        )}
        {log.data?.list.length === 0 && <Empty title={t('noEntries')} />}
      </div>
      <div className="mt-4 flex gap-2">
        <Button size="sm" disabled={cursor === ''} onClick={() => setCursor('')}>
          {t('newest')}
        </Button>
        <Button size="sm" disabled={next === null} onClick={() => setCursor(next ?? '')}>
          {t('older')}
        </Button>
      </div>
    </main>
  );
}
