/** /account/assert/{account}: one account of a user, its balances, and the postings behind them. */
import { Button, buttonClass } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { ArrowDownToLine, ArrowUpFromLine, ArrowLeftRight, Repeat2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { PageLink } from '#shared/PageLink.tsx';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { ACCOUNT, ACCOUNT_ORDER, type AccountNumber } from '#data/assets.ts';
import { Balance } from '#shared/Balance.tsx';
import { CENTER_GRID } from '#shared/lists/CardLoading.tsx';
import { AssetTable } from './AssetTable.tsx';
import { Allocation } from './portfolio/Allocation.tsx';
import { useAccountValues } from './portfolio/account-values.ts';
import { ValueCard } from './portfolio/ValueCard.tsx';
import { Postings } from './Postings.tsx';

const TransferDialog = lazy(() =>
  import('./TransferDialog.tsx').then((module) => ({ default: module.TransferDialog })),
);

/** The values that a transfer's form opens with. */
interface Transferring {
  readonly from?: AccountNumber;
  readonly to?: AccountNumber;
  readonly currency: string;
}

interface AssetsPageProps {
  readonly account: AccountNumber;
  /** The page of the products that lock money there. */
  readonly products: string | undefined;
}

export function AssetsPage({ account, products }: AssetsPageProps) {
  const { t } = useTranslation();
  const [transfer, setTransfer] = useState<Transferring>();
  const { valueOf, total } = useAccountValues();
  return (
    <main className="mx-auto w-full max-w-page flex-1 px-6 py-6">
      <PageTitle of={t(`wallet.accounts.${account}`)} />
      <div className={CENTER_GRID}>
        <ValueCard
          total={total}
          actions={<Actions onTransfer={() => setTransfer({ from: account, currency: 'USDT' })} />}
        />
        <Allocation />
      </div>
      <section
        aria-label={t('wallet.accountsLabel')}
        className="border-line bg-panel mt-4 overflow-hidden rounded-xl border"
      >
        <nav aria-label={t('wallet.accountsLabel')} className="border-line flex border-b">
          {ACCOUNT_ORDER.map((number) => (
            <AccountTab key={number} number={number} current={number === account} value={valueOf(number)} />
          ))}
        </nav>
        <AssetTable
          account={account}
          products={products}
          onTransfer={(currency) => setTransfer({ from: account, currency })}
          onFill={() => setTransfer({ from: ACCOUNT.exchange, to: account, currency: 'USDT' })}
        />
      </section>
      <Postings account={account} />
      {transfer !== undefined && (
        <Suspense>
          <TransferDialog open onOpenChange={() => setTransfer(undefined)} {...transfer} />
        </Suspense>
      )}
    </main>
  );
}

function Actions({ onTransfer }: { readonly onTransfer: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <PageLink to="/account/recharge" className={buttonClass('plain')}>
        <ArrowDownToLine aria-hidden size={15} />
        {t('wallet.deposit')}
      </PageLink>
      <PageLink to="/account/withdrawel" className={buttonClass('plain')}>
        <ArrowUpFromLine aria-hidden size={15} />
        {t('accountBar.withdraw')}
      </PageLink>
      <Link to="/account/dui" className={buttonClass('plain')}>
        <Repeat2 aria-hidden size={15} />
        {t('section.flash-exchange.name')}
      </Link>
      <Button tone="brand" onClick={onTransfer}>
        <ArrowLeftRight aria-hidden size={15} />
        {t('wallet.transfer')}
      </Button>
    </>
  );
}

interface AccountTabProps {
  readonly number: AccountNumber;
  readonly current: boolean;
  readonly value: string | undefined;
}
function AccountTab({ number, current, value }: AccountTabProps) {
  const { t } = useTranslation();
  return (
    <Link
      to="/account/assert/$account"
      params={{ account: String(number) }}
      search={({ days }) => (days === undefined ? {} : { days })}
      resetScroll={false}
      aria-current={current ? 'page' : undefined}
      className="border-line hover:bg-raised/50 aria-[current]:bg-brand/8 relative flex-1 border-r px-5 py-2 last:border-0 chosen-line [--line-at:0px]"
    >
      <span className={`block ${current ? 'text-brand-ink font-medium' : 'text-mut'}`}>
        {t(`wallet.accounts.${number}`)}
      </span>
      <span className="block text-[15px] leading-6 font-semibold">
        <Balance value={value} decimals={2} />
      </span>
    </Link>
  );
}
