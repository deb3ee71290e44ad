/** /account/assert/{account}: the five accounts, their balances, and every posting behind them. */
import { Button, Num } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, Eye, EyeOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { Big } from 'big.js';
import { ACCOUNT, useAssets, type AccountNumber } from '#data/assets.ts';
import { useTicker } from '#data/tickers.ts';
import { AssetTable } from './AssetTable.tsx';
import { Postings } from './Postings.tsx';
import type { TransferType } from './TransferDialog.tsx';

const TransferDialog = lazy(() =>
  import('./TransferDialog.tsx').then((module) => ({ default: module.TransferDialog })),
);
const ORDER = [ACCOUNT.exchange, ACCOUNT.contract, ACCOUNT.finance, ACCOUNT.mining, ACCOUNT.fund] as const;
const HIDE_KEY = 'hide-balances';

export interface Transferring {
  readonly type: TransferType;
  readonly currency: string;
}

export function AssetsPage({ account }: { readonly account: AccountNumber }) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDE_KEY) === 'true');
  const [transfer, setTransfer] = useState<Transferring>();
  const { values, total } = useAccountValues();
  const type: TransferType = account === ACCOUNT.contract ? 2 : 1;
  function toggleHidden() {
    localStorage.setItem(HIDE_KEY, String(!hidden));
    setHidden(!hidden);
  }
  return (
    <main className="mx-auto w-full max-w-[1240px] flex-1 px-6 py-6">
      <Header
        total={total}
        hidden={hidden}
        onHide={toggleHidden}
        onTransfer={() => setTransfer({ type, currency: 'USDT' })}
      />
      <section
        aria-label={t('wallet.accountsLabel')}
        className="border-line bg-panel mt-5 overflow-hidden rounded-xl border"
      >
        <nav aria-label={t('wallet.accountsLabel')} className="border-line flex border-b">
          {ORDER.map((number) => (
            <AccountTab
              key={number}
              number={number}
              current={number === account}
              value={values[number]}
              hidden={hidden}
            />
          ))}
        </nav>
        <AssetTable
          account={account}
          hidden={hidden}
          onTransfer={(currency) => setTransfer({ type, currency })}
        />
      </section>
      <Postings account={account} />
      {transfer !== undefined && (
        <Suspense>
          <TransferDialog
            open
            onOpenChange={() => setTransfer(undefined)}
            type={transfer.type}
            currency={transfer.currency}
          />
        </Suspense>
      )}
    </main>
  );
}

function useAccountValues() {
  const values = {
    1: useAssets(1).data?.totalValue,
    2: useAssets(2).data?.totalValue,
    3: useAssets(3).data?.totalValue,
    4: useAssets(4).data?.totalValue,
    5: useAssets(5).data?.totalValue,
  };
  const known = Object.values(values).filter((value) => value !== undefined);
  const sum = known.reduce((total, value) => total.plus(value), new Big(0));
  return { values, total: known.length === 0 ? undefined : sum.toFixed() };
}

interface HeaderProps {
  readonly total: string | undefined;
  readonly hidden: boolean;
  readonly onHide: () => void;
  readonly onTransfer: () => void;
}
function Header({ total, hidden, onHide, onTransfer }: HeaderProps) {
  const { t } = useTranslation();
  const Icon = hidden ? EyeOff : Eye;
  return (
    <header className="flex items-end gap-4">
      <div>
        <div className="text-mut flex items-center gap-1.5 text-[13px]">
          <h1>{t('wallet.totalValue')}</h1>
          <button
            type="button"
            aria-label={hidden ? t('wallet.show') : t('wallet.hide')}
            aria-pressed={hidden}
            onClick={onHide}
            className="hover:bg-raised grid size-6 place-items-center rounded"
          >
            <Icon aria-hidden size={15} />
          </button>
        </div>
        <Total total={total} hidden={hidden} />
      </div>
      <Button tone="brand" className="ml-auto" onClick={onTransfer}>
        <ArrowLeftRight aria-hidden size={15} />
        {t('wallet.transfer')}
      </Button>
    </header>
  );
}

function Total({ total, hidden }: { readonly total: string | undefined; readonly hidden: boolean }) {
  const bitcoin = useTicker('btcusdt')?.close;
  const inBitcoin =
    total === undefined || bitcoin === undefined || bitcoin === 0
      ? undefined
      : new Big(total).div(bitcoin).toFixed(8);
  return (
    <div className="num mt-0.5 flex items-baseline gap-3">
      <span className="text-[32px] leading-10 font-semibold tracking-[-0.02em]">
        {hidden ? '••••••' : <Num value={total} decimals={2} />}
      </span>
      <span className="text-mut text-[14px] font-medium">USDT</span>
      {!hidden && inBitcoin !== undefined && (
        <Num value={inBitcoin} decimals={8} prefix="≈ " unit="BTC" className="text-mut text-[13px]" />
      )}
    </div>
  );
}

interface AccountTabProps {
  readonly number: AccountNumber;
  readonly current: boolean;
  readonly value: string | undefined;
  readonly hidden: boolean;
}
function AccountTab({ number, current, value, hidden }: AccountTabProps) {
  const { t } = useTranslation();
  return (
    <Link
      to="/account/assert/$account"
      params={{ account: String(number) }}
      resetScroll={false}
      aria-current={current ? 'page' : undefined}
      className="num border-line hover:bg-raised/50 aria-[current]:bg-brand/8 aria-[current]:after:bg-brand relative flex-1 border-r px-5 py-2 last:border-0 aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5"
    >
      <span className={`block ${current ? 'text-brand-ink font-medium' : 'text-mut'}`}>
        {t(`wallet.accounts.${number}`)}
      </span>
      <span className="block text-[15px] leading-6 font-semibold">
        {hidden ? '••••' : <Num value={value} decimals={2} />}
      </span>
    </Link>
  );
}
