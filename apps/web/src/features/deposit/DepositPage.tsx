/** /account/recharge: an address to send coins to, what is on its way, and what has arrived. */
import { CardLoading, CENTER_GRID } from '#shared/lists/CardLoading.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { ArrivingCard } from './ArrivingCard.tsx';
import { useArrivals, useDepositChains } from './calls.ts';
import { DepositSteps } from './DepositSteps.tsx';
import { OrderCard } from './OrderCard.tsx';
import { RecentDeposits } from './RecentDeposits.tsx';
import { useChoice } from './useChoice.ts';
import type { DepositChain } from './calls.ts';

export function DepositPage() {
  const { t } = useTranslation();
  const chains = useDepositChains();
  const confirmations = chains.data?.find(({ isOpen }) => isOpen)?.confirmations;
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-6">
      <PageHeader
        title={t('wallet.deposit')}
        lead={
          confirmations === undefined ? t('deposit.leadShort') : t('deposit.lead', { count: confirmations })
        }
      />
      {chains.data === undefined ? (
        <CardLoading query={chains} cards={[520]} aside={[236, 206]} />
      ) : (
        <Deposit chains={chains.data} />
      )}
      <RecentDeposits />
    </main>
  );
}

function Deposit({ chains }: { readonly chains: readonly DepositChain[] }) {
  const choice = useChoice(chains);
  const arrival = useArrivals().data?.find(({ status }) => status === 'confirming');
  const chain = chains.find((one) => one.chain === (arrival?.chain ?? choice.chain?.chain));
  return (
    <div className={CENTER_GRID}>
      <DepositSteps choice={choice} />
      <div className="grid gap-4">
        <ArrivingCard arrival={arrival} blockMs={chain?.blockTime ?? null} />
        <OrderCard isSeen={arrival !== undefined} confirmations={chain?.confirmations} />
      </div>
    </div>
  );
}
