/** Refusals of the market. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'market/unknown-pair': {
    code: 1301,
    kind: 'final',
    en: 'This trading pair does not exist',
    zh: '交易对不存在',
    program: { code: -1121, msg: 'Invalid symbol.' },
  },
  'market/no-price': {
    code: 1302,
    kind: 'transient',
    en: 'There is no current price for this pair',
    zh: '该交易对暂无最新价格',
  },
  'market/halted': {
    code: 1303,
    kind: 'transient',
    en: 'Trading in this pair is halted',
    zh: '该交易对已暂停交易',
    program: { code: -1013, msg: 'Market is closed.' },
  },
  'market/delisting': {
    code: 1304,
    kind: 'final',
    en: 'This pair will be delisted before that would end',
    zh: '该交易对将在此之前下架',
  },
  'market/needed': {
    code: 1305,
    kind: 'final',
    en: 'A product still needs the price of this pair',
    zh: '仍有产品使用该交易对的价格',
  },
  'market/not-open': {
    code: 1306,
    kind: 'transient',
    en: 'This pair has not opened yet; its page says when it does',
    zh: '该交易对尚未开放交易，开放时间见交易页',
    program: { code: -1013, msg: 'Market is closed.' },
  },
} as const satisfies Record<string, RefusalText>;
