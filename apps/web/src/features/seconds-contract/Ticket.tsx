/** The ticket: duration, amount, possible results, up or down. */
import { Button, buttonClass, DecimalInput, FieldError, formatPercent, Note, Num } from '@glasshouse/ui';
import { ArrowDown, ArrowLeftRight, ArrowUp } from 'lucide-react';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { LogInLink, PageLink } from '#shared/PageLink.tsx';
import { ACCOUNT, useAvailable } from '#data/assets.ts';
import type { PairInfo } from '#data/pairs.ts';
import { useContractConfigs, useContractFeeRate, type ContractConfig } from '#data/parameters.ts';
import { useSession } from '#data/session.ts';
import { useHasPrice } from '#data/has-price.ts';
import { notify } from '#shared/notify.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { Balance } from '#shared/Balance.tsx';
import { HideBalances } from '#shared/HideBalances.tsx';
import { useUrlText } from '#shared/url-state.ts';
import { BeforeYouPress, Cost } from './BeforeYouPress.tsx';
import { useOpenPosition } from './calls.ts';
import { DaySoFar } from './DaySoFar.tsx';
import { amountError, largestStake, quickStakes, type Terms } from './ticket-math.ts';

export interface TicketProps {
  readonly pair: PairInfo;
  readonly onTransfer: () => void;
}
const UP = 1;
const DOWN = 2;
/** Placeholders until the durations are known: the usual number. */
const DURATIONS = [0, 1, 2, 3, 4] as const;

export function Ticket({ pair, onTransfer }: TicketProps) {
  const asked = [useContractConfigs(), useContractFeeRate()] as const;
  const [{ data: configs }, { data: feeRate }] = asked;
  const failed = asked.some(({ isError }) => isError);
  const { t } = useTranslation();
  const [second, setSecond] = useUrlText('seconds');
  // The default is the first duration, with its rate and minimum (R4.8).
  const config = configs?.find((each) => String(each.second) === second) ?? configs?.[0];
  return (
    <section id="order-entry" aria-label={t('seconds.ticket')} className="bg-panel p-4">
      <Available pair={pair} onTransfer={onTransfer} />
      <Durations
        configs={failed ? (configs ?? []) : configs}
        chosen={config?.second}
        onChoose={(next) => setSecond(String(next))}
      />
      {config === undefined || feeRate === undefined ? (
        <div className="h-[490px]">
          {failed ? (
            <ListFailed onRetry={() => Promise.all(asked.map(({ refetch }) => refetch()))} />
          ) : (
            <FormWaiting />
          )}
        </div>
      ) : (
        <Form key={config.openAmountMin} pair={pair} config={config} feeRate={feeRate} />
      )}
      <DaySoFar />
    </section>
  );
}

function Available({ pair, onTransfer }: TicketProps) {
  const { t } = useTranslation();
  const available = useAvailable(ACCOUNT.contract, pair.quoteCoin);
  const signedIn = useSession() !== null;
  return (
    <div className="flex items-center justify-between">
      <div>
        <div className="text-mut whitespace-nowrap">{t('seconds.available')}</div>
        <div className="flex h-6 items-center gap-1">
          <Balance
            value={available}
            decimals={2}
            unit={pair.quoteCoin}
            className="text-[17px] leading-6 font-semibold [&>span]:text-[12px]"
          />
          <HideBalances />
        </div>
      </div>
      {signedIn && (
        <Button size="sm" className="h-7! px-2.5! text-xs!" onClick={onTransfer}>
          <ArrowLeftRight aria-hidden className="size-3.5" />
          {t('wallet.transfer')}
        </Button>
      )}
    </div>
  );
}

interface DurationsProps {
  readonly configs: readonly ContractConfig[] | undefined;
  readonly chosen: number | undefined;
  readonly onChoose: (second: number) => void;
}
function Durations({ configs, chosen, onChoose }: DurationsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="text-mut mt-4 mb-1.5 flex justify-between">
        <span>
          {t('seconds.duration')}{' '}
          <PageLink
            to="/about/connect"
            search={{ article: 'which-tick-counts' }}
            className="text-brand-ink ml-1"
          >
            {t('section.help.what')}
          </PageLink>
        </span>
        <span>{t('seconds.profitWhenRight')}</span>
      </div>
      <div className="grid min-h-[50px] grid-cols-5 gap-1.5" role="group" aria-label={t('seconds.duration')}>
        {configs === undefined && DURATIONS.map((slot) => <i key={slot} className="skeleton rounded-lg!" />)}
        {configs?.map((config) => (
          <button
            key={config.second}
            type="button"
            aria-pressed={config.second === chosen}
            onClick={() => onChoose(config.second)}
            className="border-line hover:border-dim/60 aria-pressed:border-brand aria-pressed:bg-brand-soft rounded-lg border py-1.5 text-center"
          >
            <span className="block text-[13px] font-semibold">
              {t('common.seconds', { count: config.second })}
            </span>
            <span className="text-2xs text-up block font-medium">
              {formatPercent(Number(config.incomeRate), { decimals: 0 })}
            </span>
          </button>
        ))}
      </div>
    </>
  );
}

/** Placeholders for the amount, the possible results and the two buttons. */
function FormWaiting() {
  return (
    <div aria-hidden className="grid gap-4 pt-4">
      <i className="skeleton h-3 w-24" />
      <i className="skeleton h-11 rounded-lg!" />
      <i className="skeleton h-52 rounded-lg!" />
      <i className="skeleton h-[52px] rounded-lg!" />
    </div>
  );
}

interface FormProps {
  readonly pair: PairInfo;
  readonly config: ContractConfig;
  readonly feeRate: string;
}
function Form({ pair, config, feeRate }: FormProps) {
  const { t } = useTranslation();
  // The open amount starts at the minimum (R4.8).
  const [amount, setAmount] = useState(config.openAmountMin);
  const available = useAvailable(ACCOUNT.contract, pair.quoteCoin);
  const open = useOpenPosition();
  const hasPrice = useHasPrice(pair.symbol);
  const [told, setTold] = useState<ReturnType<typeof amountError>>();
  function type(next: string) {
    setAmount(next);
    setTold(undefined);
  }
  const terms: Terms = {
    profitRate: config.incomeRate,
    feeRate,
    minimum: config.openAmountMin,
    maximum: config.openAmountMax,
    quoteDecimals: pair.quoteDecimals,
  };
  function press(tradeType: number) {
    const wrong = amountError(amount, available, terms);
    setTold(wrong);
    if (wrong !== undefined) {
      return;
    }
    const { baseCoin, quoteCoin } = pair;
    const order = { openAmount: amount, baseCoin, quoteCoin, positionTime: config.second, tradeType };
    open.mutate(order, { onSuccess: () => notify.success('l.createSuccess') });
  }
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <AmountField
        amount={amount}
        onAmount={type}
        wrong={told}
        terms={terms}
        coin={pair.quoteCoin}
        available={available}
      />
      <BeforeYouPress amount={amount} terms={terms} />
      {/* In view while the rest of a taller ticket scrolls. */}
      <div data-foot className="bg-panel sticky bottom-0 z-10 -mx-4 mt-1 px-4 pt-2.5 pb-2">
        {!hasPrice && (
          <div className="pb-2.5">
            <Note tone="warn">{t('seconds.noPrice')}</Note>
          </div>
        )}
        <Cost amount={amount} terms={terms} coin={pair.quoteCoin} />
        <Buttons busy={open.isPending} pressed={open.variables?.tradeType} onPress={press} />
      </div>
      <p className="text-mut mt-1 leading-[17px]">{t('seconds.opensAt')}</p>
    </form>
  );
}

interface AmountFieldProps {
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly terms: Terms;
  readonly coin: string;
  readonly available: string | undefined;
  readonly wrong: ReturnType<typeof amountError>;
}
function AmountField({ amount, onAmount, terms, coin, available, wrong }: AmountFieldProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="text-mut mt-4 mb-1.5 flex justify-between">
        <label htmlFor="stake">{t('seconds.amount')}</label>
        <span>
          <Num value={terms.minimum} decimals={2} decimalsMin={0} /> –{' '}
          <Num value={terms.maximum} decimals={2} decimalsMin={0} />
        </span>
      </div>
      <DecimalInput
        id="stake"
        large
        labelInside={false}
        label={t('seconds.amount')}
        unit={coin}
        value={amount}
        decimals={Math.min(terms.quoteDecimals, 6)}
        onValue={onAmount}
        invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : 'stake-wrong'}
      />
      {wrong !== undefined && (
        <div className="mt-1.5">
          <FieldError id="stake-wrong" text={t(wrong)} />
        </div>
      )}
      <div className="mt-1.5 grid grid-cols-5 gap-1.5">
        {quickStakes(terms).map((value) => (
          <QuickButton key={value} text={value} pressed={value === amount} onPress={() => onAmount(value)} />
        ))}
        <QuickButton
          text={t('common.max')}
          pressed={false}
          onPress={() => available !== undefined && onAmount(largestStake(available, terms))}
        />
      </div>
    </>
  );
}
function QuickButton({ text, pressed, onPress }: { text: string; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="bg-raised text-mut hover:text-fg aria-pressed:bg-brand-soft aria-pressed:text-brand-ink h-7 rounded-md font-medium"
    >
      {text}
    </button>
  );
}

interface ButtonsProps {
  readonly busy: boolean;
  readonly pressed: unknown;
  readonly onPress: (tradeType: number) => void;
}
function Buttons({ busy, pressed, onPress }: ButtonsProps) {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  if (!signedIn) {
    return (
      <LogInLink className={buttonClass('brand', 'lg', 'mt-2 w-full')}>{t('spot.loginFirst')}</LogInLink>
    );
  }
  const shape = 'h-[52px]! rounded-lg! text-[16px]!';
  // The second press of a double click, or a key that is held, opens nothing more.
  const opens = (tradeType: number) => ({
    onClick: ({ detail }: MouseEvent) => detail < 2 && onPress(tradeType),
    onKeyDown: (event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault(),
  });
  return (
    <div className="mt-2 grid grid-cols-2 gap-2">
      <MoneyButton
        tone="buy"
        size="lg"
        className={shape}
        disabled={busy}
        busy={busy && pressed === UP}
        {...opens(UP)}
      >
        <ArrowUp aria-hidden className="size-5" strokeWidth={2.4} />
        {t('seconds.up')}
      </MoneyButton>
      <MoneyButton
        tone="sell"
        size="lg"
        className={shape}
        disabled={busy}
        busy={busy && pressed === DOWN}
        {...opens(DOWN)}
      >
        <ArrowDown aria-hidden className="size-5" strokeWidth={2.4} />
        {t('seconds.down')}
      </MoneyButton>
    </div>
  );
}
