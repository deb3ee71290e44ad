/** Deposits, such as /account/recharge?coin=USDT&chain=TRC20. */
import { createFileRoute } from '@tanstack/react-router';
import { TransferClaimsCard } from '#features/claims/TransferClaimsCard.tsx';
import { DepositPage } from '#features/deposit/DepositPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['by', 'coin', 'chain'] as const;

export const Route = createFileRoute('/_site/account/recharge')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: () => <DepositPage claims={<TransferClaimsCard names={['depositTime', 'confirmations']} />} />,
});
