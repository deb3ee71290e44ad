/** The page of the ledger: what all accounts add up to, what products earned, statements, closes. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../frame/Page.tsx';
import { Tabs } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';
import { AccountStatement } from './AccountStatement.tsx';
import { Closes } from './Closes.tsx';
import { Results } from './Results.tsx';
import {
  LEDGER_VIEWS,
  ledgerSearch,
  type LedgerSearch,
  type LedgerView,
  type LedgerViewProps,
} from './search.ts';
import { TrialBalance } from './TrialBalance.tsx';

export function LedgerPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/ledger' });
  const navigate = useNavigate();
  const go = (next: { readonly [K in keyof LedgerSearch]: unknown }) =>
    void navigate({ to: '/ledger', search: ledgerSearch({ ...search, ...next }), replace: true });
  const { view = 'balance' } = search;
  return (
    <Page title={t('ledger')} fact={t('ledgerFact')}>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_360px] gap-[3px] max-[1399px]:grid-cols-[minmax(0,1fr)_312px]">
        <div className="bg-panel flex min-h-0 min-w-0 flex-col">
          <Tabs<LedgerView>
            label={t('views')}
            className="px-4"
            items={LEDGER_VIEWS.map((id) => ({ id, label: t(`ledgerView_${id}`) }))}
            value={view}
            onValue={(id) => go({ view: id })}
          />
          <Shown search={search} go={go} />
        </div>
        <Closes />
      </div>
    </Page>
  );
}

function Shown({ search, go }: LedgerViewProps) {
  if (search.view === 'results') return <Results search={search} go={go} />;
  if (search.view === 'account') return <AccountStatement search={search} go={go} />;
  return <TrialBalance search={search} go={go} />;
}
