/** The text of an order's error; its prices are those of the order's pair. */
import { FieldError, formatNumber } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import type { PairInfo } from '#data/pairs.ts';
import type { DraftError } from './order-math.ts';

/** An order's error, with the index price that the order was checked against. */
export type OrderWrong = DraftError & { readonly indexPrice: string | undefined };

export interface WrongTextProps {
  readonly wrong: OrderWrong;
  readonly pair: PairInfo;
  readonly id?: string;
}
export function WrongText({ wrong, pair, id }: WrongTextProps) {
  const { t } = useTranslation();
  const range = wrong.text === 'spot.outOfRange' ? wrong.range : undefined;
  const price = (value: string | undefined) => formatNumber(value, { decimals: pair.priceDecimals });
  return (
    <FieldError
      {...(id === undefined ? {} : { id })}
      text={t(wrong.text, {
        minimum: pair.minNotional,
        coin: pair.quoteCoin,
        index: formatNumber(wrong.indexPrice, { decimals: pair.indexDecimals }),
        lowest: price(range?.lowest),
        highest: price(range?.highest),
      })}
    />
  );
}
