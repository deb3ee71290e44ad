/**
 * Confirms a withdrawal: all its terms, then the proofs of identity. The Google code is last,
 * because it expires.
 */
import { Dialog, formatNumber, Num } from '@glasshouse/ui';
import { CodeField } from '#shared/forms/CodeField.tsx';
import { FundPasswordField, GoogleField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { CallError } from '#data/api.ts';
import { requestWithdrawal, type WithdrawalInput } from './calls.ts';
import type { Refused, WithdrawFormProps } from './useWithdrawForm.ts';

const EXACT = { decimals: 8, decimalsMin: 2 } as const;

interface ConfirmDialogProps extends WithdrawFormProps {
  readonly close: () => void;
}
export function ConfirmDialog({ form, coin, close }: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('withdrawal.confirm.title')}
      closeLabel={t('common.close')}
      width={480}
    >
      <Summary form={form} coin={coin} />
      <Proofs form={form} coin={coin} close={close} />
    </Dialog>
  );
}

function Summary({ form, coin }: WithdrawFormProps) {
  const { t } = useTranslation();
  const { currency, chain, fee } = coin;
  return (
    <dl className="bg-raised mb-4 grid gap-1.5 rounded-lg px-4 py-3">
      <Line name={t('withdrawal.arrives')}>
        <b className="text-[16px] font-semibold">
          <Num value={form.amount} {...EXACT} unit={currency} />
        </b>
      </Line>
      <Line name={t('withdrawal.networkFee')}>
        <Num value={fee} {...EXACT} unit={currency} />
      </Line>
      <Line name={t('withdrawal.leaves')}>
        <Num value={form.total} {...EXACT} unit={currency} />
      </Line>
      <Line name={t('withdrawal.network')}>{chain}</Line>
      <Line name={t('withdrawal.to')}>
        <span translate="no" className="notranslate hash text-[12px] break-all">
          {form.address.trim()}
        </span>
        {form.memo !== '' && (
          <span className="text-mut block">
            {t('withdrawal.memo')}: {form.memo}
          </span>
        )}
      </Line>
    </dl>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6">
      <dt className="text-mut shrink-0">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

function Proofs({ form, coin, close }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const { person } = form;
  const asksGoogle = person?.googleBind === true;
  const { field, busy, onSubmit } = useCheckedForm({
    initial: { fundPassword: '', code: '', googleCode: '' },
    checks: {
      fundPassword: check.sixDigits,
      code: check.code,
      googleCode: (text: string) => (asksGoogle ? check.filled(text) : undefined),
    },
    send: async (proofs) => {
      const refused = await refusalOf({
        currency: coin.currency,
        chain: coin.chain as WithdrawalInput['chain'],
        address: form.address.trim(),
        memo: form.memo,
        amount: form.amount,
        fee: coin.fee,
        ...proofs,
      });
      if (refused === undefined) {
        notify.success(t('withdrawal.done.requested'));
        form.clear();
      } else form.refuse(refused);
      close();
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <FundPasswordField label={t('withdrawal.confirm.fund')} {...field('fundPassword')} />
      <CodeField purpose="withdraw" email={() => person?.email ?? ''} {...field('code')} />
      {asksGoogle && <GoogleField {...field('googleCode')} />}
      <MoneyButton type="submit" tone="brand" size="lg" busy={busy} className="w-full">
        {t('withdrawal.confirm.button', {
          amount: formatNumber(form.amount, { decimals: 8, decimalsMin: 0 }),
          coin: coin.currency,
        })}
      </MoneyButton>
    </form>
  );
}

/**
 * Sends the request. Returns a refusal of address, tag or amount, which the page shows; throws
 * others, which this dialog shows.
 */
async function refusalOf(input: WithdrawalInput): Promise<Refused | undefined> {
  try {
    await requestWithdrawal(input);
    return undefined;
  } catch (error) {
    const field = error instanceof CallError && error.kind === 'refused' ? error.field : undefined;
    if (field !== 'address' && field !== 'memo' && field !== 'amount') throw error;
    return { field, text: (error as CallError).message };
  }
}
