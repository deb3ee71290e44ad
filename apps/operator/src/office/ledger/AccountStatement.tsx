/** The statement of one account, by day, coin and reason. Each look at one is in the log. */
import type { LedgerStatementRow } from '@glasshouse/protocol/wallet/office';
import { Button, Num } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callForFile } from '../api.ts';
import { EmptyState } from '../parts/states.tsx';
import { bookAmount, useCoinColumn } from '../parts/columns.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { DaysForm, INPUT } from './DaysForm.tsx';
import { daysOf, type LedgerViewProps } from './search.ts';

const DECIMALS = 8;

export function AccountStatement({ search, go }: LedgerViewProps) {
  const { t } = useTexts();
  const days = daysOf(search);
  const { account = '' } = search;
  const asked = { account, ...days };
  const query = useQuery({
    queryKey: ['ledger-account', asked],
    queryFn: () => call('ledger/get-account', asked),
    enabled: account !== '',
    // Each answer is an entry of the log.
    refetchOnWindowFocus: false,
    retry: false,
  });
  const list = query.data?.list ?? [];
  const columns = useColumns();
  return (
    <>
      <DaysForm
        days={days}
        onDays={go}
        file={list.length === 0 ? undefined : () => callForFile('ledger/export-account', asked)}
      >
        <AccountInput key={account} account={account} onAccount={(next) => go({ account: next })} />
      </DaysForm>
      {account === '' ? (
        <EmptyState title={t('ledgerChoose')} text={t('ledgerChooseText')} />
      ) : (
        <>
          <Balances balances={query.data?.balances ?? []} />
          <Table
            label={t('ledgerView_account')}
            columns={columns}
            rows={wholeRows(query, list)}
            keyOf={({ day, currency, reason }) => `${day} ${currency} ${reason}`}
            empty={<EmptyState title={t('ledgerNoMoves')} />}
            sums={t('ledgerLogged')}
          />
        </>
      )}
    </>
  );
}

interface AccountInputProps {
  readonly account: string;
  readonly onAccount: (account: string) => void;
}

function AccountInput({ account, onAccount }: AccountInputProps) {
  const { t } = useTexts();
  const [text, setText] = useState(account);
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onAccount(text.trim());
      }}
    >
      <label className="text-mut flex items-center gap-1.5">
        {t('ledgerAccount')}
        <input
          value={text}
          maxLength={40}
          placeholder={t('ledgerAccountHint')}
          onChange={({ target }) => setText(target.value)}
          className={`${INPUT} w-[150px]`}
        />
      </label>
      <Button type="submit">{t('ledgerShow')}</Button>
    </form>
  );
}

interface BalancesProps {
  readonly balances: readonly {
    readonly currency: string;
    readonly opening: string;
    readonly closing: string;
  }[];
}

function Balances({ balances }: BalancesProps) {
  const { t } = useTexts();
  if (balances.length === 0) return null;
  return (
    <dl className="border-line num flex max-h-24 shrink-0 flex-wrap gap-x-6 gap-y-1 overflow-auto border-b px-4 py-2">
      {balances.map(({ currency, opening, closing }) => (
        <div key={currency} className="flex gap-1.5">
          <dt className="font-semibold">{currency}</dt>
          <dd className="text-mut">
            <Num value={opening} decimals={DECIMALS} decimalsMin={2} />{' '}
            <span aria-label={t('ledgerBecomes')}>→</span>{' '}
            <Num value={closing} decimals={DECIMALS} decimalsMin={2} className="text-fg" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useColumns(): readonly Column<LedgerStatementRow>[] {
  const { t } = useTexts();
  const coin = useCoinColumn();
  return [
    { id: 'day', head: t('ledgerHead_day'), width: 116, cell: ({ day }) => day },
    coin,
    { id: 'reason', head: t('ledgerHead_reason'), width: '3fr', cell: ({ reasonText }) => reasonText },
    {
      id: 'received',
      head: t('ledgerHead_received'),
      width: '2fr',
      align: 'right',
      cell: ({ received }) => bookAmount(received),
    },
    {
      id: 'paid',
      head: t('ledgerHead_paid'),
      width: '2fr',
      align: 'right',
      cell: ({ paid }) => bookAmount(paid),
    },
  ];
}
