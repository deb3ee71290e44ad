/** The order ticket: limit or market, what it costs, what arrives, and the button. */
import {
  Button,
  buttonClass,
  classNames,
  DecimalInput,
  FieldError,
  formatPercent,
  Num,
  plainDecimal,
  Tabs,
} from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { ACCOUNT, useAvailable } from '#data/assets.ts';
import type { PairInfo } from '#data/pairs.ts';
import { useSession } from '#data/session.ts';
import { useOffline } from '#data/stream.ts';
import { notify } from '#shared/notify.ts';
import { useReturnTo } from '#shared/return-to.ts';
import { usePlaceOrder } from './calls.ts';
import { PercentSlider } from './PercentSlider.tsx';
import {
  amountOf,
  draftError,
  type DraftError,
  receivedOf,
  shareOf,
  totalOf,
  wouldTake,
  type OrderDraft,
  type Side,
} from './order-math.ts';

export interface PickedPrice {
  readonly price: string;
  /** Grows with every pick, so that the same price can be picked again. */
  readonly pick: number;
}
export interface OrderFormProps {
  readonly pair: PairInfo;
  readonly bestBid: string | undefined;
  readonly bestAsk: string | undefined;
  readonly lastPrice: number | undefined;
  readonly picked: PickedPrice | undefined;
  readonly onTransfer: () => void;
}
type Type = 'limit' | 'market';

export function OrderForm({ pair, bestBid, bestAsk, lastPrice, picked, onTransfer }: OrderFormProps) {
  const { t } = useTranslation();
  const [side, setSide] = useState<Side>('buy');
  const [type, setType] = useState<Type>('limit');
  const ticket = useTicket({ pair, side, type, lastPrice, picked, bestBid, bestAsk });
  const { payCoin, available } = ticket;
  const signedIn = useSession() !== null;
  return (
    <section aria-label={t('spot.form')} className="flex shrink-0 flex-col">
      <div className="p-3 pb-0">
        <div className="bg-raised flex rounded-lg p-[3px]" role="group" aria-label={t('spot.side')}>
          {(['buy', 'sell'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === side}
              onClick={() => setSide(name)}
              className={classNames(
                'text-mut h-8 flex-1 rounded-md text-[13px] font-semibold aria-pressed:text-white',
                name === 'buy' ? 'aria-pressed:bg-up-btn' : 'aria-pressed:bg-down-btn',
              )}
            >
              {t(`spot.${name}`)}
            </button>
          ))}
        </div>
      </div>
      <Tabs
        label={t('spot.type')}
        items={[
          { id: 'limit', label: t('spot.limit') },
          { id: 'market', label: t('spot.market') },
        ]}
        value={type}
        onValue={setType}
      />
      <form
        className="num grid grid-cols-[minmax(0,1fr)] gap-2 p-3"
        onSubmit={(event) => {
          event.preventDefault();
          ticket.submit();
        }}
      >
        <div className="text-mut flex items-center justify-between">
          <span>{t('spot.available')}</span>
          <span className="text-fg flex items-center gap-1.5">
            <Num value={available} decimals={side === 'buy' ? 2 : 8} decimalsMin={2} unit={payCoin} />
            {signedIn && (
              <button
                type="button"
                aria-label={t('wallet.transfer')}
                onClick={onTransfer}
                className="text-brand-ink -mr-1 grid size-6 place-items-center rounded"
              >
                <Plus aria-hidden className="size-3.5" strokeWidth={2.4} />
              </button>
            )}
          </span>
        </div>
        <Fields ticket={ticket} pair={pair} side={side} type={type} />
        {ticket.wrong !== undefined && (
          <FieldError text={t(ticket.wrong, { minimum: pair.minNotional, coin: pair.quoteCoin })} />
        )}
        <Outcome ticket={ticket} pair={pair} side={side} type={type} />
        <SubmitButton side={side} base={pair.baseCoin} busy={ticket.busy} />
      </form>
    </section>
  );
}

interface TicketOptions extends Omit<OrderFormProps, 'onTransfer'> {
  readonly side: Side;
  readonly type: Type;
}
type Ticket = ReturnType<typeof useTicket>;

function useTicket({ pair, side, type, lastPrice, picked, bestBid, bestAsk }: TicketOptions) {
  const { send, busy } = useSend();
  const [told, setTold] = useState<{ readonly wrong: DraftError; readonly about: string }>();
  const payCoin = side === 'buy' ? pair.quoteCoin : pair.baseCoin;
  const available = useAvailable(ACCOUNT.exchange, payCoin);
  const [price, setPrice] = usePrice({ pair, lastPrice, picked });
  const [amount, setAmount] = useState('');
  const [quoteAmount, setQuoteAmount] = useState('');
  const [percent, setPercent] = useState(0);
  const best = side === 'buy' ? bestAsk : bestBid;
  const marketPrice = best ?? (lastPrice === undefined ? undefined : String(lastPrice));

  const effectivePrice = type === 'limit' ? price : (marketPrice ?? '');
  const byTotal = type === 'market' && side === 'buy' && quoteAmount !== '';
  const draft: OrderDraft = { side, type, price, amount, quoteAmount: byTotal ? quoteAmount : '', available };

  // What was said holds for what it was said about: any change of the form takes it away.
  const about = JSON.stringify([side, type, price, amount, quoteAmount]);
  function submit() {
    const wrong = draftError(draft, marketPrice, pair);
    setTold(wrong === undefined ? undefined : { wrong, about });
    if (wrong === undefined) send({ draft, pair, onPlaced: clear });
  }
  function applyPercent(next: number) {
    setPercent(next);
    if (available === undefined) return;
    if (side === 'sell') setAmount(shareOf(available, next, pair.amountDecimals));
    else if (type === 'market') {
      setQuoteAmount(shareOf(available, next, pair.priceDecimals));
      setAmount('');
    } else setAmount(amountOf(shareOf(available, next, pair.quoteDecimals), price, pair));
  }
  function clear() {
    setAmount('');
    setQuoteAmount('');
    setPercent(0);
  }
  return {
    payCoin,
    available,
    price,
    setPrice,
    amount,
    quoteAmount,
    percent,
    applyPercent,
    effectivePrice,
    byTotal,
    taker: type === 'market' || wouldTake(side, price, best),
    busy,
    submit,
    wrong: told?.about === about ? told.wrong : undefined,
    setAmount: (value: string) => {
      setAmount(value);
      setQuoteAmount('');
      setPercent(0);
    },
    setTotal: (value: string) => {
      setPercent(0);
      setQuoteAmount(value);
      setAmount(type === 'limit' ? amountOf(value, price, pair) : '');
    },
  };
}

interface SendOptions {
  readonly draft: OrderDraft;
  readonly pair: PairInfo;
  readonly onPlaced: () => void;
}
/** Places a draft that is in order. */
function useSend() {
  const place = usePlaceOrder();
  function send({ draft, pair, onPlaced }: SendOptions) {
    const { baseCoin, quoteCoin } = pair;
    const { side, type, quoteAmount } = draft;
    const price = type === 'limit' ? draft.price : '';
    const amount = quoteAmount === '' ? draft.amount : '';
    place.mutate(
      { baseCoin, quoteCoin, side, type, price, amount, quoteAmount },
      {
        onSuccess: () => {
          notify.success('l.orderPlaced');
          onPlaced();
        },
      },
    );
  }
  return { send, busy: place.isPending };
}

/** The form opens with the last price; a press on the book brings another. Nothing else changes what was typed. */
function usePrice({ pair, lastPrice, picked }: Pick<TicketOptions, 'pair' | 'lastPrice' | 'picked'>) {
  const [price, setPrice] = useState('');
  const [started, setStarted] = useState(false);
  const [pickSeen, setPickSeen] = useState(picked?.pick);
  if (!started && lastPrice !== undefined) {
    setStarted(true);
    setPrice(plainDecimal(lastPrice, pair.priceDecimals));
  }
  if (picked !== undefined && picked.pick !== pickSeen) {
    setPickSeen(picked.pick);
    setPrice(plainDecimal(picked.price, pair.priceDecimals));
  }
  return [price, setPrice] as const;
}

interface PartProps {
  readonly ticket: Ticket;
  readonly pair: PairInfo;
  readonly side: Side;
  readonly type: Type;
}

function Fields({ ticket, pair, side, type }: PartProps) {
  const { t } = useTranslation();
  const total =
    ticket.quoteAmount !== '' ? ticket.quoteAmount : totalOf(ticket.effectivePrice, ticket.amount, pair);
  return (
    <>
      {type === 'limit' ? (
        <DecimalInput
          label={t('market.price')}
          unit={pair.quoteCoin}
          value={ticket.price}
          decimals={pair.priceDecimals}
          invalid={ticket.wrong === 'spot.enterPrice'}
          onValue={ticket.setPrice}
        />
      ) : (
        <p className="bg-raised text-mut flex h-9 items-center justify-between rounded-md px-3">
          <span>{t('market.price')}</span>
          <span>{t('spot.marketPrice')}</span>
        </p>
      )}
      <DecimalInput
        label={t('market.amount')}
        unit={pair.baseCoin}
        value={ticket.amount}
        decimals={pair.amountDecimals}
        placeholder={ticket.byTotal ? t('spot.byTotal') : undefined}
        invalid={ticket.wrong !== undefined && ticket.wrong !== 'spot.enterPrice'}
        onValue={ticket.setAmount}
      />
      <PercentSlider value={ticket.percent} side={side} onValue={ticket.applyPercent} />
      {(type === 'limit' || side === 'buy') && (
        <DecimalInput
          label={t('spot.total')}
          unit={pair.quoteCoin}
          value={total}
          decimals={pair.priceDecimals < 2 ? 2 : Math.min(pair.quoteDecimals, 8)}
          onValue={ticket.setTotal}
        />
      )}
    </>
  );
}

function Outcome({ ticket, pair, side, type }: PartProps) {
  const { t } = useTranslation();
  const amount = ticket.byTotal ? amountOf(ticket.quoteAmount, ticket.effectivePrice, pair) : ticket.amount;
  const { taker, effectivePrice: price } = ticket;
  const received = receivedOf({ side, amount, price, taker }, pair);
  const coin = side === 'buy' ? pair.baseCoin : pair.quoteCoin;
  const decimals = side === 'buy' ? pair.baseDecimals : pair.quoteDecimals;
  const feeRate = formatPercent((taker ? pair.takerFeePpm : pair.makerFeePpm) / 1_000_000, { signed: false });
  return (
    <dl className="border-line text-mut grid gap-1 rounded-lg border px-3 py-2">
      <div className="flex justify-between gap-2">
        <dt>{type === 'market' ? t('spot.youGetAbout') : t('spot.youGet')}</dt>
        <dd className="text-fg">
          <Num value={received?.amount} decimals={decimals} unit={coin} />
        </dd>
      </div>
      <div className="flex justify-between gap-2">
        <dt>{taker ? t('spot.feeTaker', { rate: feeRate }) : t('spot.feeMaker', { rate: feeRate })}</dt>
        <dd className="text-fg">
          <Num value={received?.fee} decimals={decimals} unit={coin} />
        </dd>
      </div>
    </dl>
  );
}

function SubmitButton({
  side,
  base,
  busy,
}: {
  readonly side: Side;
  readonly base: string;
  readonly busy: boolean;
}) {
  const { t } = useTranslation();
  const offline = useOffline();
  const signedIn = useSession() !== null;
  const returnTo = useReturnTo();
  if (!signedIn) {
    return (
      <Link
        to="/login/login"
        search={{ returnTo }}
        className={buttonClass('brand', 'md', 'h-10! w-full text-[14px]!')}
      >
        {t('spot.loginFirst')}
      </Link>
    );
  }
  return (
    <Button type="submit" tone={side} busy={busy} disabled={offline} className="h-10! w-full text-[14px]!">
      {offline ? t('shell.offline') : t(`spot.${side}Coin`, { coin: base })}
    </Button>
  );
}
