/** The user's small balances, and their exchange into one coin at once. */
import { Button, Card, CoinMark, Dialog, Empty, Num } from '@glasshouse/ui';
import { Big } from 'big.js';
import { useState } from 'react';
import { errorText, readFailureText } from '#data/api.ts';
import { ACCOUNT, useAssets } from '#data/assets.ts';
import { useCoinDecimals } from '#data/pairs.ts';
import { Balance } from '#shared/Balance.tsx';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { balanceTextNow } from '#shared/balance-text.ts';
import { notify } from '#shared/notify.ts';
import { percentOf } from './quote-figures.ts';
import { useDustQuote, useExchange, type ExchangeOffer } from './calls.ts';
import { QuoteRing, useLeftMs } from './QuoteRing.tsx';

const INTO = 'USDT';
const DECIMALS_MAX = 8;

export function SmallBalances({ offers }: { readonly offers: readonly ExchangeOffer[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const small = useSmallBalances(offers);
  return (
    <Card
      title={t('flash-exchange.small.title')}
      aside={t('flash-exchange.small.aside')}
      right={
        small.length > 0 && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('flash-exchange.small.exchange', { count: small.length, coin: INTO })}
          </Button>
        )
      }
    >
      {small.length === 0 ? (
        <p className="text-mut">{t('flash-exchange.small.none')}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(172px,1fr))] gap-2">
          {small.map(({ coin, amount, value }) => (
            <li key={coin} className="border-line flex items-center gap-2.5 rounded-lg border px-3 py-2">
              <CoinMark code={coin} size={24} />
              <span className="min-w-0 leading-[18px]">
                <Balance
                  value={amount}
                  decimals={DECIMALS_MAX}
                  unit={coin}
                  className="block truncate font-semibold"
                />
                <span className="text-mut">
                  ≈ <Balance value={value} decimals={2} unit={INTO} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('flash-exchange.small.title')}
        closeLabel={t('common.close')}
      >
        <DustQuote onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

function useSmallBalances(offers: readonly ExchangeOffer[]) {
  const assets = useAssets(ACCOUNT.exchange).data?.list ?? [];
  return assets.flatMap(({ currencyName: coin, availableCurrency: amount, price }) => {
    const offer = offers.find(({ currency }) => currency === coin);
    if (offer === undefined || coin === INTO || new Big(amount).eq(0)) return [];
    const isSmall = new Big(amount).lte(offer.maxDust);
    return isSmall ? [{ coin, amount, value: new Big(amount).times(price || 0).toFixed() }] : [];
  });
}

function DustQuote({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const query = useDustQuote(INTO);
  const exchange = useExchange();
  const decimals = useCoinDecimals(INTO);
  const quote = query.isError ? undefined : query.data;
  const leftMs = useLeftMs(quote?.validUntil ?? 0);
  if (query.isError)
    return (
      <Empty
        title={readFailureText(query.error)}
        action={<Button onClick={() => void query.refetch()}>{t('common.tryAgain')}</Button>}
      />
    );
  const total = quote?.receiveAmount;
  return (
    <div className="grid gap-3 text-[13px]">
      <ul className="divide-line divide-y">
        {quote?.list.map((part) => (
          <li key={part.payCurrency} className="flex h-9 items-center gap-2.5">
            <CoinMark code={part.payCurrency} size={20} />
            <Num value={part.payAmount} decimals={DECIMALS_MAX} decimalsMin={0} unit={part.payCurrency} />
            <span className="ml-auto font-medium">
              <Num value={part.receiveAmount} decimals={decimals} unit={INTO} />
            </span>
          </li>
        ))}
      </ul>
      <div className="border-line flex items-center gap-3.5 border-t pt-3">
        <QuoteRing leftMs={leftMs} />
        <span className="leading-5">
          <b className="block text-[15px] font-semibold">
            <Num value={total} decimals={decimals} unit={INTO} />
          </b>
          <span className="text-mut">
            {quote !== undefined && t('flash-exchange.small.terms', { spread: percentOf(quote.spread) })}
          </span>
        </span>
      </div>
      <MoneyButton
        tone="brand"
        size="lg"
        busy={exchange.isPending}
        disabled={quote === undefined || leftMs === 0}
        onClick={() => {
          if (quote === undefined) return;
          exchange.mutate(quote.quote, {
            onSuccess: () => {
              const amount = balanceTextNow()(quote.receiveAmount, {
                decimals: DECIMALS_MAX,
                decimalsMin: 0,
              });
              notify.success(t('flash-exchange.small.done', { amount, coin: INTO }));
              onDone();
            },
            onError: (error) => {
              notify.error(errorText(error));
              void query.refetch();
            },
          });
        }}
      >
        {t('flash-exchange.take')}
      </MoneyButton>
    </div>
  );
}
