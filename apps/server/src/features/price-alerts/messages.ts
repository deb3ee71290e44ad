/** The message about a price that was reached. */
import { formatFixed } from '@glasshouse/money';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import type { Catalogue } from '../../contract/catalogue.ts';
import { readableAmount } from '../../contract/messages.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { ReachedAlert } from './alert-book.ts';

const TITLE = defineText({
  en: '{pair} {isAbove, select, true {has risen to} other {has fallen to}} {price}',
  zh: '{pair} {isAbove, select, true {已涨至} other {已跌至}} {price}',
});
const TEXT = defineText({
  en: 'The public price tick #{tick} has reached your price alert. An alert tells you once.',
  zh: '公开的价格记录 #{tick} 已达到你设置的价格提醒。每个提醒只通知一次。',
});
const VIEW = defineText({ en: 'View the pair', zh: '查看交易对' });

export function reachedMessage(
  catalogue: Catalogue,
  { alert, tick, timeMs, price }: ReachedAlert,
): OwnerMessage {
  const { market, base, quote } = catalogue.marketAt(alert.market);
  const textOf = (units: number) => readableAmount(formatFixed(units, market.definition.indexDecimals));
  const pair = `${base.code}/${quote.code}`;
  const values = { pair, isAbove: String(alert.isAbove), price: textOf(alert.price) };
  return {
    type: 'alert',
    cause: `price-alert:${alert.id}`,
    title: inBothLanguages((language) => TITLE(language, values)),
    paragraphs: [inBothLanguages((language) => TEXT(language, { tick: String(tick) }))],
    facts: [
      { name: 'pair', value: pair },
      { name: 'alertPrice', value: textOf(alert.price) },
      { name: 'indexPrice', value: textOf(price) },
      { name: 'tick', value: `#${tick}` },
      { name: 'time', type: 'time', value: String(timeMs) },
    ],
    link: { label: inBothLanguages(VIEW), path: `/trade?base=${base.code}&quote=${quote.code}` },
    canFreeze: false,
  };
}
