/** What owners are told of miners: that a cycle is over. They redeem it themselves. */
import { STATUS as MINER_STATUS } from '@glasshouse/protocol/mining/terms';
import { defineText } from '@glasshouse/texts';
import { fixedTermTold } from '../../offers/fixed-terms/told-changes.ts';
import { MINING } from './source.ts';

const TITLE = defineText({ en: 'A miner of {name} can be redeemed', zh: '{name} 的矿机可赎回' });
const TEXT = defineText({
  en: 'Its cycle is over. Redeem it to get principal and reward.',
  zh: '周期已结束，赎回后可取回本金与奖励。',
});

export const miningTold = fixedTermTold(MINING, {
  title: (status) => (status === MINER_STATUS.toBeRedeemed ? TITLE : null),
  text: () => TEXT,
  view: defineText({ en: 'View your miners', zh: '查看我的矿机' }),
  path: '/pool/record',
});
