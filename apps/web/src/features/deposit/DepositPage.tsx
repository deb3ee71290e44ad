/**
 * /account/recharge: the user's deposit address, incoming transfers and credited deposits; and
 * deposits by voucher, for networks that the server does not watch.
 */
import { Segmented } from '@glasshouse/ui';
import { lazy, Suspense, type ReactNode } from 'react';
import { CardLoading, CENTER_GRID } from '#shared/lists/CardLoading.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { useUrlChoice } from '#shared/url-state.ts';
import { ArrivingCard } from './ArrivingCard.tsx';
import { useArrivals, useDepositChains } from './calls.ts';
import { DepositSteps } from './DepositSteps.tsx';
import { OrderCard } from './OrderCard.tsx';
import { RecentDeposits } from './RecentDeposits.tsx';
import { useChoice } from './useChoice.ts';
import type { DepositChain } from './calls.ts';

const VoucherPanel = lazy(() =>
  import('./vouchers/VoucherPanel.tsx').then((module) => ({ default: module.VoucherPanel })),
);
const WAYS = ['chain', 'voucher'] as const;

export interface DepositPageProps {
  /** The claims about deposits, at the end of the side column. */
  readonly claims: ReactNode;
}
export function DepositPage({ claims }: DepositPageProps) {
  const { t } = useTranslation();
  const [way, setWay] = useUrlChoice('by', WAYS);
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-6">
      <PageHeader
        title={t('wallet.deposit')}
        lead={way === 'voucher' ? t('deposit.voucherLead') : <ChainLead />}
        article={way === 'voucher' ? 'deposit-by-voucher' : 'deposit-step-by-step'}
        right={
          <Segmented
            label={t('deposit.by.label')}
            items={WAYS.map((id) => ({ id, label: t(`deposit.by.${id}`) }))}
            value={way}
            onValue={setWay}
          />
        }
      />
      {way === 'voucher' ? (
        <Suspense>
          <VoucherPanel />
        </Suspense>
      ) : (
        <>
          <FromChains claims={claims} />
          <RecentDeposits />
        </>
      )}
    </main>
  );
}

function ChainLead() {
  const { t } = useTranslation();
  const { chain } = useChoice(useDepositChains().data ?? []);
  return chain?.isOpen === true ? t('deposit.lead', { count: chain.confirmations }) : t('deposit.leadShort');
}

function FromChains({ claims }: DepositPageProps) {
  const chains = useDepositChains();
  return chains.data === undefined ? (
    <CardLoading query={chains} cards={[520]} aside={[236, 206]} />
  ) : (
    <Deposit chains={chains.data} claims={claims} />
  );
}

function Deposit({ chains, claims }: DepositPageProps & { readonly chains: readonly DepositChain[] }) {
  const choice = useChoice(chains);
  const arrival = useArrivals().data?.find(({ status }) => status === 'confirming');
  const chain = chains.find((one) => one.chain === (arrival?.chain ?? choice.chain?.chain));
  return (
    <div className={CENTER_GRID}>
      <DepositSteps choice={choice} />
      <div className="grid gap-4">
        <ArrivingCard arrival={arrival} blockMs={chain?.blockTime ?? null} />
        {chain !== undefined && (
          <OrderCard isSeen={arrival !== undefined} confirmations={arrival?.needed ?? chain.confirmations} />
        )}
        {claims}
      </div>
    </div>
  );
}
