/** What a purchase locks and brings, once more, and the fund password where one is set. */
import { DateTime, Dialog, FieldError, formatNumber, KeyValue, Num } from '@glasshouse/ui';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { FixedTermFeature, FixedTermOfferRow, TermOutcome } from './fixed-terms.ts';
import { FundPasswordCells } from './FundPasswordCells.tsx';
import { offerText } from './offer-name.ts';
import { useSending } from './useSending.ts';

const SHORT = { decimals: 8, decimalsMin: 0 } as const;
const EXACT = { decimals: 8, decimalsMin: 2 } as const;

export interface BuyDialogProps {
  readonly feature: FixedTermFeature;
  readonly offer: FixedTermOfferRow;
  readonly amount: string;
  readonly outcome: TermOutcome;
  /** When the term is over if it is bought now. */
  readonly endMs: number;
  readonly send: (fundPassword: string | undefined) => Promise<unknown>;
  /** `isBought`: the form can be cleared. */
  readonly close: (isBought: boolean) => void;
}
export function BuyDialog(props: BuyDialogProps) {
  const { feature, offer, amount, outcome, endMs, send, close } = props;
  const { t, language } = useTranslation();
  const form = useSending({ close, isLock: true });
  const { currency } = offer;
  return (
    <Dialog
      open
      onOpenChange={() => close(false)}
      title={t(`${feature}.confirm`, { name: offerText(offer, language).name })}
      closeLabel={t('common.close')}
      width={460}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.send(send, t(`${feature}.done`, { amount: formatNumber(amount, SHORT), coin: currency }));
        }}
      >
        <dl className="bg-raised grid gap-1.5 rounded-lg px-4 py-3">
          <KeyValue name={t('terms.locked')} value={<Num value={amount} {...EXACT} unit={currency} />} />
          <KeyValue
            name={t(`${feature}.earned`)}
            value={<Num value={outcome.interest} {...EXACT} unit={currency} signed toned />}
          />
          <KeyValue
            name={t(`${feature}.back`)}
            value={<Num value={outcome.back} {...EXACT} unit={currency} className="font-semibold" />}
          />
          <KeyValue name={t('terms.until')} value={<DateTime timeMs={endMs} />} />
        </dl>
        <p className="text-mut text-[12.5px]">{t(`${feature}.lockUp`)}</p>
        {form.password !== null && <FundPasswordCells {...form.password} />}
        {form.wrong !== undefined && <FieldError id="buy-wrong" text={form.wrong} />}
        <MoneyButton type="submit" tone="brand" size="lg" busy={form.busy}>
          {t(`${feature}.buy`, { amount: formatNumber(amount, SHORT), coin: currency })}
        </MoneyButton>
      </form>
    </Dialog>
  );
}
