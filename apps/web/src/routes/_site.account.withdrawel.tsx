/**
 * Withdrawals, such as /account/withdrawel?coin=USDT&chain=TRC20; ?withdrawal=388 shows one of
 * them.
 */
import { createFileRoute } from '@tanstack/react-router';
import { TransferClaimsCard } from '#features/claims/TransferClaimsCard.tsx';
import { WithdrawalPage } from '#features/withdrawal/WithdrawalPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['coin', 'chain', 'withdrawal'] as const;

export const Route = createFileRoute('/_site/account/withdrawel')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: () => (
    <WithdrawalPage claims={<TransferClaimsCard names={['withdrawalTime', 'depositTime']} />} />
  ),
});
