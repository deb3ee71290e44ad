/** The terms of the quote: its remaining validity, its price, the index price, the spread. */
import { FormFoot, formatNumber, Num } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { percentOf, rateOf, spreadOf } from './quote-figures.ts';
import { QuoteRing } from './QuoteRing.tsx';
import type { ExchangeForm } from './useExchangeForm.ts';

const DECIMALS = { decimals: 10, decimalsMin: 2 } as const;

interface QuoteTermsProps {
  readonly form: ExchangeForm;
  /** The button. */
  readonly children: ReactNode;
}
export function QuoteTerms({ form, children }: QuoteTermsProps) {
  const { t } = useTranslation();
  const { quote, isGood, leftMs } = form;
  const rate = quote === undefined ? null : rateOf(quote);
  const indexOf = (coin: string, price: string): readonly [string, ReactNode][] =>
    price === '1'
      ? []
      : [[t('flash-exchange.index', { coin }), <Num key={coin} value={price} {...DECIMALS} />]];
  const rows: readonly (readonly [string, ReactNode])[] =
    quote === undefined
      ? []
      : [
          ...indexOf(quote.payCurrency, quote.payIndexPrice),
          ...indexOf(quote.receiveCurrency, quote.receiveIndexPrice),
          [
            t('flash-exchange.spread'),
            <>
              {percentOf(quote.spread)}
              <span className="text-mut font-normal">
                {' = '}
                {formatNumber(spreadOf(quote), DECIMALS)} {quote.receiveCurrency}
              </span>
            </>,
          ],
          [t('flash-exchange.fee'), '0.00'],
        ];
  return (
    <>
      <dl className="mt-3 min-h-[78px] text-[13px]">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between py-[3px]">
            <dt className="text-mut">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <FormFoot className="mt-3">
        <div data-cost className="flex h-[44px] items-center gap-3.5">
          {quote !== undefined && rate !== null ? (
            <>
              <QuoteRing leftMs={leftMs} />
              <div className="min-w-0 leading-5">
                <p className="truncate font-semibold">
                  1 {rate.one} = <Num value={rate.price} decimals={6} decimalsMin={2} /> {rate.in}
                </p>
                <p className="text-mut truncate">
                  {isGood
                    ? t('flash-exchange.goodFor', { spread: percentOf(quote.spread) })
                    : t('flash-exchange.renewing')}
                </p>
              </div>
            </>
          ) : (
            <p className="text-mut">
              {form.isAsking ? t('flash-exchange.renewing') : t('flash-exchange.noQuote')}
            </p>
          )}
        </div>
        {children}
      </FormFoot>
    </>
  );
}
