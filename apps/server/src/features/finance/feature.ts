/** Finance as a product of the server. */
import { defineText } from '@glasshouse/texts';
import { fixedTermFeature } from '../../offers/fixed-terms/feature.ts';
import { finance } from './description.ts';
import { CAPITAL, DEMO } from './seeds.ts';

export const feature = fixedTermFeature(finance, {
  rank: 6,
  words: { en: 'Finance offer', zh: '理财产品' },
  demo: DEMO,
  capital: CAPITAL,
  told: {
    when: {
      completed: {
        title: defineText({ en: '{name} has ended', zh: '{name} 已到期' }),
        text: defineText({
          en: 'Principal and interest are in your exchange account.',
          zh: '本金与利息已存入币币账户。',
        }),
      },
    },
    view: defineText({ en: 'View your orders', zh: '查看我的理财' }),
    path: '/finance/record',
  },
  calls: (shared) => ({
    ...shared,
    'finance/buy': ({ agree, ...input }, caller) =>
      agree === true
        ? shared['finance/buy'](input, caller)
        : { error: 'finance/agreement-missing', field: 'agree' },
  }),
});
