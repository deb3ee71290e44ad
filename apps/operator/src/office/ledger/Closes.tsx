/** The closes of the last days: what the books were at each day's end, and that they balanced. */
import type { DataOf, OperatorCallNamed } from '@glasshouse/protocol';
import { DateTime, formatNumber, SkeletonRows } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { call } from '../api.ts';
import { EmptyState, Failed } from '../parts/states.tsx';
import { useTexts } from '../texts.ts';

const EVERY_MS = 60_000;
const SKELETONS = 6;
const ROW_PX = 52;

export function Closes() {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['ledger-closes'],
    queryFn: () => call('ledger/get-closes', {}),
    refetchInterval: EVERY_MS,
  });
  return (
    <section className="bg-panel flex min-h-0 flex-col" aria-label={t('ledgerCloses')}>
      <h2 className="border-line flex h-10 shrink-0 items-center border-b px-4 text-[13px] font-semibold">
        {t('ledgerCloses')}
      </h2>
      {data === undefined && error === null && <SkeletonRows rows={SKELETONS} height={ROW_PX} />}
      {data === undefined && error !== null && <Failed error={error} onRetry={refetch} />}
      {data?.list.length === 0 && <EmptyState title={t('ledgerNoCloses')} text={t('ledgerNoClosesText')} />}
      {data !== undefined && data.list.length > 0 && <List closes={data.list} />}
    </section>
  );
}

type Close = DataOf<OperatorCallNamed<'ledger/get-closes'>>['list'][number];

function List({ closes }: { readonly closes: readonly Close[] }) {
  const { t } = useTexts();
  return (
    <ul className="num min-h-0 flex-1 overflow-auto" tabIndex={0} aria-label={t('ledgerCloses')}>
      {closes.map(({ day, time, seq, journal, accounts, unbalanced }) => (
        <li key={day} className="border-line border-b px-4 py-2">
          <div className="flex items-center gap-2">
            <b className="font-semibold">{day}</b>
            <span
              className={`ml-auto flex items-center gap-1 ${unbalanced.length === 0 ? 'text-brand-ink' : 'text-bad'}`}
            >
              {unbalanced.length === 0 ? (
                <Check aria-hidden size={13} />
              ) : (
                <TriangleAlert aria-hidden size={13} />
              )}
              {unbalanced.length === 0
                ? t('ledgerBalances')
                : t('ledgerUnbalanced', { coins: unbalanced.join(', ') })}
            </span>
          </div>
          <p className="text-mut mt-0.5 flex gap-2">
            <span className="truncate">
              {t('ledgerCloseOf', {
                seq: formatNumber(seq, { decimals: 0 }),
                accounts: formatNumber(accounts, { decimals: 0 }),
              })}
            </span>
            <span title={journal} translate="no" className="notranslate hash ml-auto">
              {`${journal.slice(0, 4)}…${journal.slice(-4)}`}
            </span>
            <DateTime timeMs={time} kind="time" />
          </p>
        </li>
      ))}
    </ul>
  );
}
