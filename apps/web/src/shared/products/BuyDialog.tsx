/** What a purchase locks and brings, once more, and the fund password where one is set. */
import { Button, DateTime, Dialog, formatNumber, KeyValue, Num } from '@glasshouse/ui';
import { useState } from 'react';
import { CallError, failureText } from '#data/api.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import type { FixedTermFeature, FixedTermOfferRow, TermOutcome } from './fixed-terms.ts';
import { FundPasswordCells } from './FundPasswordCells.tsx';
import { offerText } from './offer-name.ts';

const EXACT = { decimals: 8, decimalsMin: 2 } as const;
const DIGITS = 6;

export interface BuyDialogProps {
  readonly feature: FixedTermFeature;
  readonly offer: FixedTermOfferRow;
  readonly amount: string;
  readonly outcome: TermOutcome;
  /** When the term is over if it is bought now. */
  readonly endMs: number;
  readonly asksFund: boolean;
  readonly send: (fundPassword: string | undefined) => Promise<unknown>;
  /** `isBought`: the form can be cleared. */
  readonly close: (isBought: boolean) => void;
}
export function BuyDialog(props: BuyDialogProps) {
  const { feature, offer, amount, outcome, endMs, asksFund, close } = props;
  const { t, language } = useTranslation();
  const form = useProof(props);
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
          form.submit();
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
        {asksFund && (
          <FundPasswordCells value={form.fundPassword} onValue={form.setFundPassword} wrong={form.wrong} />
        )}
        <Button
          type="submit"
          tone="brand"
          size="lg"
          busy={form.busy}
          disabled={asksFund && form.fundPassword.length < DIGITS}
        >
          {t(`${feature}.buy`, {
            amount: formatNumber(amount, { decimals: 8, decimalsMin: 0 }),
            coin: currency,
          })}
        </Button>
      </form>
    </Dialog>
  );
}

/** A wrong fund password stays here, every other refusal closes the dialog. */
function useProof({ feature, asksFund, send, close }: BuyDialogProps) {
  const { t } = useTranslation();
  const [fundPassword, setFundPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function submitted(): Promise<void> {
    setBusy(true);
    try {
      await send(asksFund ? fundPassword : undefined);
      notify.success(t(`${feature}.done`));
      close(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.field === 'fundPassword') {
        setWrong(error.message);
        setFundPassword('');
      } else {
        notify.error(failureText(error) ?? error.message);
        close(false);
      }
    } finally {
      setBusy(false);
    }
  }
  return {
    fundPassword,
    setFundPassword: (text: string) => {
      setWrong(undefined);
      setFundPassword(text);
    },
    wrong,
    busy,
    submit: () => void submitted(),
  };
}
