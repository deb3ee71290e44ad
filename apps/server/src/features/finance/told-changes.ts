/** What owners are told of finance orders: that one has ended and is paid out. */
import { defineText } from '@glasshouse/texts';
import { fixedTermTold } from '../../offers/fixed-terms/told-changes.ts';
import { FINANCE } from './source.ts';

const COMPLETED = 1;
const TITLE = defineText({ en: '{name} has ended', zh: '{name} 已到期' });
const TEXT = defineText({
  en: 'Principal and interest are in your exchange account.',
  zh: '本金与利息已存入币币账户。',
});

export const financeTold = fixedTermTold(FINANCE, {
  title: (status) => (status === COMPLETED ? TITLE : null),
  text: () => TEXT,
  view: defineText({ en: 'View your orders', zh: '查看我的理财' }),
  path: '/finance/record',
});
