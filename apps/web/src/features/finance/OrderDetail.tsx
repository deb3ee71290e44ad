/** Under an opened order: how it grows, and why it cannot be ended. */
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBalanceText } from '#shared/balance-text.ts';
import { useTranslation } from '#shared/i18n.ts';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { grownOf } from '#shared/products/fixed-terms.ts';
import { GrowthBars } from '#shared/products/GrowthBars.tsx';
import { useNow } from '#shared/products/useNow.ts';
import type { FinanceOrderRow } from './product.tsx';

const EXACT = { decimals: 8, decimalsMin: 2 } as const;

interface OrderDetailProps {
  readonly order: FinanceOrderRow;
  readonly postings: ReactNode;
}
export function OrderDetail({ order, postings }: OrderDetailProps) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const balanceText = useBalanceText();
  const decimals = decimalsNow(order.currency);
  return (
    <div className="grid grid-cols-[340px_minmax(0,1fr)] gap-6 py-3">
      <div className="grid content-start gap-3">
        <GrowthBars
          order={order}
          grown={grownOf(order, order.endTime ?? nowMs, decimals)}
          decimals={decimals}
        />
        <p className="border-line text-mut flex gap-2 rounded-lg border px-3 py-2 text-[12.5px] whitespace-normal">
          <Lock aria-hidden size={14} className="mt-0.5 shrink-0" />
          <span>
            {t(order.endTime === null ? 'finance.noWayOut' : 'finance.paidBack')}{' '}
            {order.endTime === null &&
              t('finance.aside', { amount: balanceText(order.interest, EXACT), coin: order.currency })}
          </span>
        </p>
      </div>
      <div className="min-w-0">
        <h3 className="text-[12.5px] font-semibold">{t('terms.postings')}</h3>
        {postings}
      </div>
    </div>
  );
}
