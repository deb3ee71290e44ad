/** Transfers money between the exchange account and the seconds-contract account. */
import { Button, CoinMark, DecimalInput, Dialog, FieldError } from '@glasshouse/ui';
import { ArrowRight, ArrowUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { ACCOUNT, useAssets, useAvailable, useTransfer } from '#data/assets.ts';
import { Balance } from '#shared/Balance.tsx';
import { useCoinDecimals, usePanelDecimals } from '#data/pairs.ts';
import { useOffline } from '#data/stream.ts';
import { notify } from '#shared/notify.ts';
import { transferError } from './transfer-rule.ts';

/** Type 1: exchange to contract, 2: contract to exchange (default 1). */
export type TransferType = 1 | 2;
export interface TransferDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly type?: TransferType;
  readonly currency?: string;
}

export function TransferDialog({ open, onOpenChange, type = 1, currency = 'USDT' }: TransferDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.transfer')}
      closeLabel={t('common.close')}
    >
      <TransferForm startType={type} startCurrency={currency} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface TransferFormProps {
  readonly startType: TransferType;
  readonly startCurrency: string;
  readonly onDone: () => void;
}
function TransferForm({ startType, startCurrency, onDone }: TransferFormProps) {
  const { t } = useTranslation();
  const [type, setType] = useState(startType);
  const [currency, setCurrency] = useState(startCurrency);
  const [amount, setAmount] = useState('');
  const [told, setTold] = useState<ReturnType<typeof transferError>>();
  const transfer = useTransfer();
  const offline = useOffline();
  const decimals = useCoinDecimals(currency);
  const panelDecimals = usePanelDecimals()(currency);
  const from = type === 1 ? ACCOUNT.exchange : ACCOUNT.contract;
  const available = useAvailable(from, currency);
  const coins = useAssets(ACCOUNT.exchange).data?.list.map((row) => row.currencyName) ?? [startCurrency];

  function submit() {
    const wrong = transferError(amount, available);
    setTold(wrong);
    if (wrong !== undefined) {
      return;
    }
    transfer.mutate(
      { amount, currency, type },
      {
        onSuccess: () => {
          notify.success('l.transferDone');
          onDone();
        },
      },
    );
  }
  return (
    <form
      className="grid gap-4 text-[13px]"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Direction type={type} onSwap={() => setType(type === 1 ? 2 : 1)} />
      <CoinSelect
        coins={coins}
        value={currency}
        onValue={(coin) => {
          setCurrency(coin);
          setAmount('');
        }}
      />
      <AmountField
        amount={amount}
        onAmount={(next) => {
          setAmount(next);
          setTold(undefined);
        }}
        available={available}
        decimals={decimals}
        panelDecimals={panelDecimals}
        wrong={told}
      />
      <Button
        type="submit"
        tone="brand"
        size="lg"
        busy={transfer.isPending}
        disabled={offline}
        className="w-full"
      >
        {t('wallet.transferNow')}
      </Button>
    </form>
  );
}

interface CoinSelectProps {
  readonly coins: readonly string[];
  readonly value: string;
  readonly onValue: (coin: string) => void;
}
function CoinSelect({ coins, value, onValue }: CoinSelectProps) {
  const { t } = useTranslation();
  return (
    <label className="bg-raised focus-within:outline-brand flex h-11 items-center gap-2.5 rounded-lg px-3.5 focus-within:outline-2">
      <span className="sr-only">{t('wallet.coin')}</span>
      <CoinMark code={value} size={22} />
      <select
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="bg-raised h-full flex-1 font-semibold outline-none focus-visible:outline-none"
      >
        {coins.map((coin) => (
          <option key={coin}>{coin}</option>
        ))}
      </select>
    </label>
  );
}

interface AmountFieldProps {
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly available: string | undefined;
  readonly decimals: number;
  /** Of the balance above the field. */
  readonly panelDecimals: number;
  readonly wrong: ReturnType<typeof transferError>;
}
function AmountField(props: AmountFieldProps) {
  const { amount, onAmount, available, decimals, panelDecimals, wrong } = props;
  const { t } = useTranslation();
  return (
    <div>
      <div className="text-mut mb-1.5 flex justify-between text-[12px]">
        <label htmlFor="transfer-amount">{t('market.amount')}</label>
        <span>
          {t('spot.available')} <Balance value={available} decimals={panelDecimals} className="text-fg" />
        </span>
      </div>
      <DecimalInput
        id="transfer-amount"
        large
        labelInside={false}
        label={t('market.amount')}
        placeholder="0.00"
        value={amount}
        decimals={decimals}
        onValue={onAmount}
        invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : 'transfer-wrong'}
        unit={
          <button
            type="button"
            className="text-brand-ink px-1 font-semibold"
            onClick={() => onAmount(available ?? '')}
          >
            {t('common.max')}
          </button>
        }
      />
      {wrong !== undefined && (
        <div className="mt-1.5 text-[12px]">
          <FieldError id="transfer-wrong" text={t(wrong)} />
        </div>
      )}
    </div>
  );
}

function Direction({ type, onSwap }: { readonly type: TransferType; readonly onSwap: () => void }) {
  const { t } = useTranslation();
  const names = [t('wallet.accounts.2'), t('wallet.accounts.1')];
  const [from, to] = type === 1 ? names : names.toReversed();
  return (
    <div className="border-line flex items-center gap-3 rounded-lg border py-2.5 pr-2 pl-3.5">
      <span className="font-medium">{from}</span>
      <ArrowRight aria-hidden className="text-mut size-4" />
      <span className="font-medium">{to}</span>
      <button
        type="button"
        aria-label={t('wallet.swap')}
        onClick={onSwap}
        className="text-mut hover:bg-raised hover:text-fg ml-auto grid size-8 place-items-center rounded-md"
      >
        <ArrowUpDown aria-hidden className="size-4 rotate-90" />
      </button>
    </div>
  );
}
