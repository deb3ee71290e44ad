/** Ends a holding at the next NAV against the exit fee. Possible while a limit sale waits, too. */
import { Button, Dialog, FieldError, formatNumber, formatPercent } from '@glasshouse/ui';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useSending } from '#shared/products/useSending.ts';
import { exit, type HoldingRow } from './calls.ts';
import { worstNav } from './figures.ts';
import { useFundName } from './HoldingTable.tsx';
import { SaleTerms } from './SaleTerms.tsx';
import { useLive } from './useLive.ts';

interface ExitDialogProps {
  readonly holding: HoldingRow;
  readonly close: () => void;
}
export function ExitDialog({ holding, close }: ExitDialogProps) {
  const { t } = useTranslation();
  const name = useFundName()(holding.fund);
  const { nav } = useLive()(holding);
  const form = useSending({ close });
  const share = (text: string) => formatPercent(Number(text), { signed: false });
  const bound = worstNav(nav, 'sell');
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('fund.exitTitle', { name, id: holding.id })}
      closeLabel={t('common.close')}
      width={480}
    >
      <div className="grid gap-3">
        {nav > 0 && (
          <SaleTerms holding={holding} nav={nav} fee={holding.exitFee} feeName={t('fund.exitFee')} />
        )}
        <p className="text-mut text-[12.5px]">
          {t('fund.exitNote', { exit: share(holding.exitFee), sell: share(holding.sellFee) })}
          {holding.limitPrice !== null && ` ${t('fund.exitLimit')}`}{' '}
          {t('fund.atLeast', { nav: formatNumber(bound, { decimals: 4 }) })}
        </p>
        {form.wrong !== undefined && <FieldError id="exit-wrong" text={form.wrong} />}
        <div className="grid grid-cols-2 gap-3">
          <MoneyButton
            tone="danger"
            size="lg"
            busy={form.busy}
            disabled={nav === 0}
            onClick={() => form.send(() => exit({ id: holding.id, price: bound }), t('fund.endOrdered'))}
          >
            {t('fund.exitNow')}
          </MoneyButton>
          <Button tone="brand" size="lg" onClick={close}>
            {t('fund.keep')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
