/**
 * The withdrawal form: coin, network, address and amount, with the amount that arrives and the
 * daily limit.
 */
import {
  Card,
  Code,
  DateTime,
  DecimalInput,
  Field,
  FormFoot,
  formatNumber,
  KeyValue,
  Num,
  SelectInput,
  TextInput,
} from '@glasshouse/ui';
import { lazy, Suspense, useState } from 'react';
import { usePanelDecimals } from '#data/pairs.ts';
import { Balance } from '#shared/Balance.tsx';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { networkName } from '#shared/network-name.ts';
import { DailyLimitBar } from './DailyLimitBar.tsx';
import { Destinations } from './Destinations.tsx';
import type { Terms } from './calls.ts';
import type { WithdrawFormProps } from './useWithdrawForm.ts';

const ConfirmDialog = lazy(() =>
  import('./ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);
/** Shows amounts in full: no coin has more than 8 decimals in the ledger. */
const EXACT = { decimals: 8, decimalsMin: 2 } as const;

export function WithdrawForm({ form, coin }: WithdrawFormProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Card title={t('withdrawal.where')}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.check()) setAsking(true);
        }}
      >
        <CoinAndNetwork form={form} coin={coin} />
        <Destinations form={form} coin={coin} />
        {form.asksMemo && (
          <Field label={t('withdrawal.memo')} hint={t('withdrawal.memoHint')} error={form.wrongMemo}>
            {(ids) => (
              <TextInput
                {...ids}
                name="memo"
                value={form.typed.memo}
                onChange={({ target }) => form.type({ memo: target.value })}
                autoComplete="off"
                maxLength={64}
              />
            )}
          </Field>
        )}
        <AmountField form={form} coin={coin} />
        <DailyLimitBar daily={form.terms.daily} value={form.value} />
        <FormFoot>
          <Arrival form={form} coin={coin} />
          <MoneyButton type="submit" tone="brand" size="lg" disabled={!form.isReady}>
            {t('withdrawal.next')}
          </MoneyButton>
        </FormFoot>
      </form>
      {asking && (
        <Suspense>
          <ConfirmDialog form={form} coin={coin} close={() => setAsking(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function CoinAndNetwork({ form, coin }: WithdrawFormProps) {
  const { t } = useTranslation();
  const feeText = (fee: string): string =>
    t('withdrawal.feeOf', { fee: formatNumber(fee, EXACT), coin: coin.currency });
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field
        label={t('withdrawal.coin')}
        fact={<Withdrawable coin={coin} heldUntil={form.terms.heldUntil} />}
      >
        {(ids) => (
          <SelectInput
            {...ids}
            name="coin"
            value={coin.currency}
            onChange={({ target }) => form.chooseCoin(target.value)}
          >
            {form.coins.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label={t('withdrawal.network')} fact={feeText(coin.fee)}>
        {(ids) => (
          <SelectInput
            {...ids}
            name="network"
            value={coin.chain}
            onChange={({ target }) => form.chooseChain(target.value)}
          >
            {form.chains.map(({ chain, fee }) => (
              <option key={chain} value={chain}>
                {chain} · {networkName(chain)} · {feeText(fee)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
    </div>
  );
}

/** The balance, and where a hold keeps it from leaving, until when or how much. */
function Withdrawable({ coin, heldUntil }: Pick<WithdrawFormProps, 'coin'> & Pick<Terms, 'heldUntil'>) {
  const { t } = useTranslation();
  const decimals = usePanelDecimals()(coin.currency);
  const owned = <Balance value={coin.owned} decimals={decimals} className="text-fg" />;
  if (heldUntil !== null)
    return (
      <>
        {owned} · {t('withdrawal.withdrawableFrom')} <DateTime timeMs={heldUntil} />
      </>
    );
  return (
    <>
      {t('common.available')} <Balance value={coin.available} decimals={decimals} className="text-fg" />
      {coin.owned !== coin.available && (
        <>
          {' '}
          {t('withdrawal.ofOwned')} {owned}
        </>
      )}
    </>
  );
}

function AmountField({ form, coin }: WithdrawFormProps) {
  const { t } = useTranslation();
  const limits = {
    min: formatNumber(coin.minAmount, { decimals: 8, decimalsMin: 0 }),
    max: formatNumber(coin.maxAmount, { decimals: 8, decimalsMin: 0 }),
  };
  return (
    <Field label={t('market.amount')} fact={t('withdrawal.range', limits)} error={form.wrong}>
      {(ids) => (
        <DecimalInput
          {...ids}
          name="amount"
          large
          labelInside={false}
          label={t('market.amount')}
          placeholder="0.00"
          value={form.amount}
          decimals={coin.decimals}
          onValue={form.setAmount}
          invalid={form.wrong !== undefined}
          unitName={coin.currency}
          unit={
            <span className="flex items-center gap-3">
              <Code>{coin.currency}</Code>
              <button
                type="button"
                className="text-brand-ink border-line2 border-l pl-3 font-semibold"
                onClick={() => form.setAmount(form.most)}
              >
                {t('common.max')}
              </button>
            </span>
          }
        />
      )}
    </Field>
  );
}

/** The fee, the total and the amount that arrives. The fee is added to the entered amount. */
function Arrival({ form, coin }: WithdrawFormProps) {
  const { t } = useTranslation();
  const { currency, fee } = coin;
  return (
    <dl className="grid grid-cols-2 gap-x-6">
      <KeyValue name={t('withdrawal.networkFee')} value={<Num value={fee} {...EXACT} unit={currency} />} />
      <KeyValue
        name={t('withdrawal.leaves')}
        value={<Num value={form.amount === '' ? undefined : form.total} {...EXACT} unit={currency} />}
      />
      <div className="col-span-2 flex items-baseline justify-between">
        <dt>{t('withdrawal.arrives')}</dt>
        <dd className="text-[18px] leading-7 font-semibold">
          <Num value={form.amount === '' ? undefined : form.amount} {...EXACT} />{' '}
          <span className="text-mut text-[13px] font-normal">{currency}</span>
        </dd>
      </div>
    </dl>
  );
}
