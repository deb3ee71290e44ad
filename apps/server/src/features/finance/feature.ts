/** Finance as a product of the server. */
import { HOUSE } from '@glasshouse/core';
import { states } from '@glasshouse/protocol/finance/terms';
import { defineText } from '@glasshouse/texts';
import { fixedTermFeature } from '../../offers/fixed-terms/feature.ts';
import type { FixedTermOrdersTable, FixedTermTotalsTable } from '../../offers/fixed-terms/tables.ts';
import { CAPITAL, DEMO } from './seeds.ts';

declare module '../../db/schema.ts' {
  interface Schema {
    finance_orders: FixedTermOrdersTable;
    finance_order_totals: FixedTermTotalsTable;
  }
}

export const feature = fixedTermFeature(
  {
    feature: 'finance',
    states,
    named: { one: 'finance order', many: 'finance orders' },
    reserve: HOUSE.financeReserve,
    orders: 'finance_orders',
    totals: 'finance_order_totals',
    buy: 'buy-finance',
    event: 'finance-order-changed',
    interest: 'finance-interest',
  },
  {
    rank: 6,
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
  },
);
