/**
 * The proceeds of a holding that ends at a NAV: its value, the deductions, the payout and the net.
 */
import { KeyValue, Num } from '@glasshouse/ui';
import { serverNow } from '#data/server-time.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { HoldingRow } from './calls.ts';
import { amountText, holdingAt, navText } from './figures.ts';
import { useLive } from './useLive.ts';

interface SaleTermsProps {
  readonly holding: HoldingRow;
  readonly nav: number;
  /** The rate of the fee on the value, such as '0.01', and the label of the fee. */
  readonly fee: string;
  readonly feeName: string;
}
export function SaleTerms({ holding, nav, fee, feeName }: SaleTermsProps) {
  const { t } = useTranslation();
  const { decimals } = useLive()(holding);
  const at = holdingAt(holding, decimals, { nav, nowMs: serverNow(), fee });
  const amount = (units: number, isNet = false) => (
    <Num value={amountText(units, decimals)} decimals={isNet ? 2 : 4} decimalsMin={2} />
  );
  return (
    <div className="border-line rounded-lg border px-4 py-3 text-[13px]">
      <dl className="grid gap-1.5">
        <KeyValue
          name={
            <>
              <Num value={holding.quantity} decimals={2} decimalsMin={0} /> ×{' '}
              <Num value={navText(nav)} decimals={8} decimalsMin={4} />
            </>
          }
          value={amount(at.value)}
        />
        {at.debt > 0 && <KeyValue name={t('fund.repaid')} value={amount(-at.debt)} />}
        {at.debt > 0 && (
          <KeyValue name={t('fund.interestDays', { days: at.days })} value={amount(-at.interest)} />
        )}
        <KeyValue name={feeName} value={amount(-at.fee)} />
      </dl>
      <dl className="border-line mt-2 grid gap-1.5 border-t pt-2">
        <KeyValue
          name={t('fund.youGet')}
          value={
            <Num
              value={amountText(at.payout, decimals)}
              decimals={2}
              unit={holding.currency}
              className="text-[16px] font-semibold"
            />
          }
        />
        <KeyValue
          name={t('fund.net')}
          value={<Num value={amountText(at.net, decimals)} decimals={2} signed toned />}
        />
      </dl>
    </div>
  );
}
