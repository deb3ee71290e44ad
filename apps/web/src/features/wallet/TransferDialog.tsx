/** Transfers money between two of a user's accounts. */
import { CoinMark, DecimalInput, Dialog, FieldError } from '@glasshouse/ui';
import { ArrowUpDown } from 'lucide-react';
import { useState } from 'react';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import {
  ACCOUNT,
  ACCOUNT_ORDER,
  useAssets,
  useAvailable,
  useTransfer,
  type AccountNumber,
} from '#data/assets.ts';
import { Balance } from '#shared/Balance.tsx';
import { useCoinDecimals, usePanelDecimals } from '#data/pairs.ts';
import { notify } from '#shared/notify.ts';
import { transferError } from './transfer-rule.ts';

export interface TransferDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly from?: AccountNumber;
  readonly to?: AccountNumber;
  readonly currency?: string;
}

export function TransferDialog({ open, onOpenChange, ...start }: TransferDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.transfer')}
      closeLabel={t('common.close')}
    >
      <TransferForm {...start} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface TransferFormProps extends Pick<TransferDialogProps, 'from' | 'to' | 'currency'> {
  readonly onDone: () => void;
}
function TransferForm({ currency: startCurrency = 'USDT', onDone, ...start }: TransferFormProps) {
  const { t } = useTranslation();
  const [{ from, to }, setWay] = useState(() => wayOf(start));
  const [currency, setCurrency] = useState(startCurrency);
  const [amount, setAmount] = useState('');
  const [told, setTold] = useState<ReturnType<typeof transferError>>();
  const transfer = useTransfer();
  const decimals = useCoinDecimals(currency);
  const panelDecimals = usePanelDecimals()(currency);
  const available = useAvailable(from, currency);
  const coins = useAssets(ACCOUNT.exchange).data?.list.map((row) => row.currencyName) ?? [startCurrency];

  function type(next: string) {
    setAmount(next);
    setTold(undefined);
  }
  function submit(event: { preventDefault: () => void }) {
    event.preventDefault();
    const wrong = transferError(amount, available);
    setTold(wrong);
    const onSuccess = () => {
      notify.success('l.transferDone');
      onDone();
    };
    if (wrong === undefined) transfer.mutate({ amount, currency, from, to }, { onSuccess });
  }
  return (
    <form className="grid gap-4 text-[13px]" onSubmit={submit}>
      <WayFields
        from={from}
        to={to}
        onWay={(way) => {
          setWay(way);
          setTold(undefined);
        }}
      />
      <CoinSelect
        coins={coins}
        value={currency}
        onValue={(coin) => {
          setCurrency(coin);
          type('');
        }}
      />
      <AmountField
        amount={amount}
        onAmount={type}
        coin={currency}
        available={available}
        decimals={decimals}
        panelDecimals={panelDecimals}
        wrong={told}
      />
      <MoneyButton type="submit" tone="brand" size="lg" busy={transfer.isPending} className="w-full">
        {t('wallet.transferNow')}
      </MoneyButton>
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
  readonly coin: string;
  readonly available: string | undefined;
  readonly decimals: number;
  /** Of the balance above the field. */
  readonly panelDecimals: number;
  readonly wrong: ReturnType<typeof transferError>;
}
function AmountField(props: AmountFieldProps) {
  const { amount, onAmount, coin, available, decimals, panelDecimals, wrong } = props;
  const { t } = useTranslation();
  return (
    <div>
      <div className="text-mut mb-1.5 flex justify-between text-[12px]">
        <label htmlFor="transfer-amount">{t('market.amount')}</label>
        <span>
          {t('common.available')} <Balance value={available} decimals={panelDecimals} className="text-fg" />
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
        unitName={coin}
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

interface Way {
  readonly from: AccountNumber;
  readonly to: AccountNumber;
}
const wayOf = ({ from = ACCOUNT.exchange, to }: Partial<Way>): Way => ({
  from,
  to: to ?? (from === ACCOUNT.exchange ? ACCOUNT.contract : ACCOUNT.exchange),
});

/** Choosing the other end's account swaps the two. */
function WayFields({ from, to, onWay }: Way & { readonly onWay: (way: Way) => void }) {
  const { t } = useTranslation();
  return (
    <div className="border-line relative rounded-lg border">
      <AccountSelect
        label={t('wallet.from')}
        value={from}
        onValue={(next) => onWay({ from: next, to: next === to ? from : to })}
      />
      <AccountSelect
        label={t('wallet.to')}
        value={to}
        onValue={(next) => onWay({ from: next === from ? to : from, to: next })}
      />
      <button
        type="button"
        aria-label={t('wallet.swap')}
        onClick={() => onWay({ from: to, to: from })}
        className="border-line bg-panel text-mut hover:bg-raised hover:text-fg absolute top-1/2 right-3 grid size-8 -translate-y-1/2 place-items-center rounded-md border"
      >
        <ArrowUpDown aria-hidden className="size-4" />
      </button>
    </div>
  );
}

interface AccountSelectProps {
  readonly label: string;
  readonly value: AccountNumber;
  readonly onValue: (account: AccountNumber) => void;
}
function AccountSelect({ label, value, onValue }: AccountSelectProps) {
  const { t } = useTranslation();
  return (
    <label className="border-line focus-within:outline-brand flex h-11 items-center gap-3 border-t pr-14 pl-3.5 first:rounded-t-lg first:border-t-0 last-of-type:rounded-b-lg focus-within:outline-2">
      <span className="text-mut w-12 shrink-0">{label}</span>
      <select
        value={value}
        onChange={(event) => onValue(Number(event.target.value) as AccountNumber)}
        className="bg-panel h-full min-w-0 flex-1 font-medium outline-none focus-visible:outline-none"
      >
        {ACCOUNT_ORDER.map((account) => (
          <option key={account} value={account}>
            {t(`wallet.accounts.${account}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
