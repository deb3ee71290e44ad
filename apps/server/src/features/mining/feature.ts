/** Mining as a product of the server. */
import { defineText } from '@glasshouse/texts';
import { fixedTermFeature } from '../../offers/fixed-terms/feature.ts';
import { mining } from './description.ts';
import { redemptions } from './routes.ts';
import { minerRecords, minerRowOf } from './rows.ts';
import { CAPITAL, DEMO } from './seeds.ts';

export const feature = fixedTermFeature(mining, {
  rank: 7,
  words: { en: 'Mining pool', zh: '矿池' },
  demo: DEMO,
  capital: CAPITAL,
  told: {
    when: {
      toBeRedeemed: {
        title: defineText({ en: 'A miner of {name} can be redeemed', zh: '{name} 的矿机可赎回' }),
        text: defineText({
          en: 'Its cycle is over. Redeem it to get principal and reward.',
          zh: '周期已结束，赎回后可取回本金与奖励。',
        }),
      },
    },
    view: defineText({ en: 'View your miners', zh: '查看我的矿机' }),
    path: '/pool/record',
  },
  rowOf: minerRowOf,
  records: minerRecords,
  calls: (shared, ports) => ({ ...shared, ...redemptions(ports) }),
});
