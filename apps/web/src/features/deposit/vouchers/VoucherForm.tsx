/**
 * The form that hands in a voucher: the coin with its address and memo, amount, remark and picture.
 */
import {
  Button,
  Card,
  DecimalInput,
  Field,
  formatNumber,
  Note,
  SelectInput,
  TextInput,
} from '@glasshouse/ui';
import { useState } from 'react';
import { CallError } from '#data/api.ts';
import { useOffline } from '#data/stream.ts';
import { CopyButton } from '#shared/CopyButton.tsx';
import { PictureField, type ShownPicture } from '#shared/forms/PictureField.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { useTranslation } from '#shared/i18n.ts';
import { networkName } from '#shared/network-name.ts';
import { notify } from '#shared/notify.ts';
import { handIn, type VoucherTerms } from './calls.ts';

/** The server's limits for pictures, in bytes, and for remarks, in characters. */
const BYTES_MAX = 8_000_000;
const MEGABYTES_MAX = BYTES_MAX / 1_000_000;
const REMARK_MAX = 200;
const PREFERRED_COIN = 'XRP';

export interface VoucherDraft {
  /** Coin and network, as in 'XRP XRP'. */
  readonly place?: string;
  readonly amount?: string;
  readonly remark?: string;
}

export interface VoucherFormProps {
  readonly terms: readonly VoucherTerms[];
  readonly draft: VoucherDraft;
  readonly onDone: () => void;
}

interface ChosenPicture extends ShownPicture {
  readonly file: File;
}

const placeOf = ({ currency, chain }: VoucherTerms): string => `${currency} ${chain}`;

export function VoucherForm({ terms, draft, onDone }: VoucherFormProps) {
  const { t } = useTranslation();
  const offline = useOffline();
  const { form, field, busy, onSubmit, coin, picture } = useVoucherForm({ terms, draft, onDone });
  const amount = field('amount');
  const remark = field('remark');
  const setAmount = (text: string) =>
    form.setValue('amount', text, { shouldValidate: amount.error !== undefined });
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-2 gap-x-5">
        <div className="grid content-start gap-4">
          <Field label={t('deposit.coin')}>
            {(ids) => (
              <SelectInput {...ids} {...form.register('place')}>
                {terms.map((one) => (
                  <option key={placeOf(one)} value={placeOf(one)}>
                    {one.currency} · {networkName(one.chain)}
                  </option>
                ))}
              </SelectInput>
            )}
          </Field>
          <PayTo coin={coin} />
          <AmountField coin={coin} error={amount.error} value={form.watch('amount')} onValue={setAmount} />
          <Field label={t('voucher.remark')} hint={t('voucher.remarkHint')} error={remark.error}>
            {(ids) => <TextInput {...ids} {...remark.input} autoComplete="off" maxLength={REMARK_MAX} />}
          </Field>
        </div>
        <div className="grid content-start gap-4">
          <PictureField
            label={t('voucher.picture')}
            words={{
              types: t('voucher.types', { megabytes: MEGABYTES_MAX }),
              drop: t('voucher.drop'),
              choose: t('voucher.choose'),
              preview: t('voucher.preview'),
              replace: t('voucher.replace'),
            }}
            picture={picture.chosen}
            error={picture.error}
            onFile={picture.take}
          />
          <Button type="submit" tone="brand" size="lg" busy={busy} disabled={offline} className="w-full">
            {t('voucher.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface AmountFieldProps {
  readonly coin: VoucherTerms;
  readonly error: string | undefined;
  readonly value: string;
  readonly onValue: (text: string) => void;
}
function AmountField({ coin: { currency, minDeposit, decimals }, error, value, onValue }: AmountFieldProps) {
  const { t } = useTranslation();
  const minimum = formatNumber(minDeposit, { decimals: 8, decimalsMin: 2 });
  return (
    <Field
      label={t('voucher.amount')}
      fact={t('deposit.minimumOf', { amount: minimum, coin: currency })}
      error={error}
    >
      {(ids) => (
        <DecimalInput
          {...ids}
          large
          labelInside={false}
          label={t('voucher.amount')}
          placeholder="0.00"
          value={value}
          decimals={decimals}
          onValue={onValue}
          invalid={error !== undefined}
          unit={currency}
        />
      )}
    </Field>
  );
}

function useVoucherForm({ terms, draft, onDone }: VoucherFormProps) {
  const { t } = useTranslation();
  const picture = usePicture();
  const preferred = terms.find(({ currency }) => currency === PREFERRED_COIN) ?? terms[0]!;
  const checked = useCheckedForm({
    initial: {
      place: draft.place ?? placeOf(preferred),
      amount: draft.amount ?? '',
      remark: draft.remark ?? '',
    },
    checks: {
      amount: (text) => (/[1-9]/.test(text) ? undefined : 'voucher.amountMissing'),
      remark: (text) => (text.trim() === '' ? 'voucher.remarkMissing' : undefined),
    },
    send: async ({ place, amount, remark }) => {
      const { chosen } = picture;
      if (chosen === undefined) return picture.refuse(t('voucher.missing'));
      const [currency = '', chain = ''] = place.split(' ');
      try {
        await handIn({ currency, chain, amount, remark: remark.trim() }, chosen.file);
      } catch (error) {
        if (!(error instanceof CallError) || error.kind !== 'refused' || error.field !== 'body') throw error;
        return picture.refuse(error.message);
      }
      notify.success(t('voucher.submitted'));
      picture.clear();
      onDone();
    },
  });
  const place = checked.form.watch('place');
  const coin = terms.find((one) => placeOf(one) === place) ?? preferred;
  return { ...checked, coin, picture };
}

/**
 * The chosen picture. It is uploaded with the form, so that the server keeps no picture of a
 * voucher that was never handed in.
 */
function usePicture() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ChosenPicture>();
  const [error, setError] = useState<string>();
  const clear = () => {
    if (chosen !== undefined) URL.revokeObjectURL(chosen.previewUrl);
    setChosen(undefined);
  };
  return {
    chosen,
    error,
    clear,
    refuse: setError,
    take: (file: File) => {
      clear();
      setError(file.size > BYTES_MAX ? t('voucher.tooLarge', { megabytes: MEGABYTES_MAX }) : undefined);
      if (file.size > BYTES_MAX) return;
      setChosen({ file, name: file.name, bytes: file.size, previewUrl: URL.createObjectURL(file) });
    },
  };
}

function PayTo({ coin: { chain, address, memo } }: { readonly coin: VoucherTerms }) {
  const { t } = useTranslation();
  if (address === null) return <Note>{t('voucher.noAddress', { network: networkName(chain) })}</Note>;
  return (
    <div>
      <p className="mb-1.5 text-[13px] font-medium">{t('voucher.payTo')}</p>
      <div className="border-line2 flex min-h-11 items-center gap-3 rounded-lg border py-1.5 pr-2 pl-3.5">
        <code className="min-w-0 flex-1 text-[13px] break-all">{address}</code>
        <CopyButton text={address} label={t('voucher.copyPayTo')} />
      </div>
      {memo !== '' && (
        <p className="text-warn mt-1.5 text-[12.5px] leading-[18px]">{t('voucher.memo', { memo })}</p>
      )}
    </div>
  );
}
