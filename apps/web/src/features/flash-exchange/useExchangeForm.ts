/**
 * The state of the exchange form: two coins, kept in the page's URL, the amount of one side, and
 * the quote.
 */
import { Big } from 'big.js';
import { useEffect, useState } from 'react';
import { CallError, errorText, failureText } from '#data/api.ts';
import { ACCOUNT, useAvailable } from '#data/assets.ts';
import { translation, useTranslation } from '#shared/i18n.ts';
import { balanceTextNow } from '#shared/balance-text.ts';
import { notify } from '#shared/notify.ts';
import { useUrlChange, useUrlText } from '#shared/url-state.ts';
import { useExchange, useQuote, type ExchangeOffer, type QuoteInput } from './calls.ts';
import { useLeftMs } from './QuoteRing.tsx';

export type FormSide = 'pay' | 'receive';

/** A quote is requested once the input has not changed for this long. */
const PAUSE_MS = 300;
const [PAY_DEFAULT, RECEIVE_DEFAULT] = ['USDT', 'BTC'];

export type ExchangeForm = ReturnType<typeof useExchangeForm>;

const EXACT = { decimals: 8, decimalsMin: 0 } as const;

export function useExchangeForm(offers: readonly ExchangeOffer[]) {
  const { t } = useTranslation();
  const coins = useCoins(offers);
  const [typed, setTyped] = useState<{ readonly side: FormSide; readonly amount: string }>(NOTHING);
  const [hasTried, setTried] = useState(false);
  const settled = useSettled(typed);
  const input = inputOf(coins, settled);
  const query = useQuote(input);
  const exchange = useExchange();
  const available = useAvailable(ACCOUNT.exchange, coins.pay);
  const quote = settled === typed && !query.isError ? query.data : undefined;
  const leftMs = useLeftMs(quote?.validUntil ?? 0);
  const isGood = quote !== undefined && leftMs > 0;
  const amountOf = (side: FormSide): string => {
    if (typed.side === side) return typed.amount;
    return (side === 'pay' ? quote?.payAmount : quote?.receiveAmount) ?? '';
  };
  const isShort = available !== undefined && quote !== undefined && new Big(quote.payAmount).gt(available);

  const isMissing = inputOf(coins, typed) === undefined;
  if (hasTried && !isMissing) setTried(false);

  function take(): void {
    if (isMissing) setTried(true);
    if (!isGood || isShort) return;
    exchange.mutate(quote.quote, {
      onSuccess: () => {
        const text = balanceTextNow();
        notify.success(
          translation().t('flash-exchange.done', {
            ...quote,
            payAmount: text(quote.payAmount, EXACT),
            receiveAmount: text(quote.receiveAmount, EXACT),
          }),
        );
        setTyped({ side: typed.side, amount: '' });
      },
      onError: (error) => {
        notify.error(errorText(error));
        void query.refetch();
      },
    });
  }
  return {
    coins,
    amountOf,
    type: (side: FormSide, amount: string) => setTyped({ side, amount }),
    swap: () => {
      coins.change(coins.receive, coins.pay);
      // The amount to receive becomes the amount to pay.
      setTyped({ side: 'pay', amount: amountOf('receive') });
    },
    choose: (side: FormSide, coin: string) => {
      coins.choose(side, coin);
      if (typed.side === side) setTyped(NOTHING);
    },
    available,
    offer: offers.find(({ currency }) => currency === coins.pay),
    quote,
    isGood,
    leftMs,
    isAsking: input !== undefined && quote === undefined && !query.isError,
    isMissing,
    wrong: hasTried
      ? t('flash-exchange.enterAmount')
      : isShort
        ? t('common.insufficient')
        : wrongOf(query.error),
    take,
    isTaking: exchange.isPending,
  };
}

const NOTHING = { side: 'pay', amount: '' } as const;

/**
 * The two coins that the page's URL names, if they are offered and differ; otherwise the defaults.
 */
function useCoins(offers: readonly ExchangeOffer[]) {
  const [payText] = useUrlText('pay');
  const [receiveText] = useUrlText('receive');
  const changeUrl = useUrlChange();
  const known = (coin: string) => offers.some(({ currency }) => currency === coin);
  const pay = known(payText) ? payText : receiveText === PAY_DEFAULT ? RECEIVE_DEFAULT : PAY_DEFAULT;
  const other = pay === PAY_DEFAULT ? RECEIVE_DEFAULT : PAY_DEFAULT;
  const receive = known(receiveText) && receiveText !== pay ? receiveText : other;
  const change = (nextPay: string, nextReceive: string) =>
    changeUrl({
      pay: nextPay === PAY_DEFAULT ? '' : nextPay,
      receive: nextReceive === RECEIVE_DEFAULT ? '' : nextReceive,
    });
  const choose = (side: FormSide, coin: string) => {
    // Choosing the other side's coin swaps the two.
    if (side === 'pay') change(coin, coin === receive ? pay : receive);
    else change(coin === pay ? receive : pay, coin);
  };
  return { pay, receive, change, choose };
}

function inputOf(
  { pay, receive }: { readonly pay: string; readonly receive: string },
  { side, amount }: { readonly side: FormSide; readonly amount: string },
): QuoteInput | undefined {
  if (!/[1-9]/.test(amount)) return undefined;
  const named = side === 'pay' ? { payAmount: amount } : { receiveAmount: amount };
  return { payCurrency: pay, receiveCurrency: receive, ...named };
}

function wrongOf(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return (error instanceof CallError ? failureText(error, 'nothing') : undefined) ?? error.message;
}

/** The value once it has not changed for a while. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
