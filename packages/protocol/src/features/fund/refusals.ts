/** Refusals of funds. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'fund/amount-missing': { code: 2401, kind: 'final', en: 'Enter units', zh: '请输入份额' },
  'fund/unknown-fund': {
    code: 2402,
    kind: 'final',
    en: 'There is no fund of this number',
    zh: '没有该编号的基金',
  },
  'fund/closed': {
    code: 2403,
    kind: 'final',
    en: 'This fund is no longer sold',
    zh: '该基金已停止发售',
  },
  'fund/leverage-not-offered': {
    code: 2404,
    kind: 'final',
    en: 'This fund is not offered with that leverage',
    zh: '该基金不支持此杠杆倍数',
  },
  'fund/below-minimum': {
    code: 2405,
    kind: 'final',
    en: 'The purchase is below the minimum of this fund',
    zh: '低于该基金的最小买入份额',
  },
  'fund/above-maximum': {
    code: 2406,
    kind: 'final',
    en: 'The purchase is too large',
    zh: '买入份额过大',
  },
  'fund/quota': {
    code: 2407,
    kind: 'transient',
    en: 'The quota of this fund is used up. Try fewer units',
    zh: '该基金额度不足，请减少份额',
  },
  'fund/owner-limit': {
    code: 2408,
    kind: 'transient',
    en: 'You would hold more of this fund than one account may',
    zh: '超过单个账户可持有的份额上限',
  },
  'fund/too-many-holdings': {
    code: 2409,
    kind: 'transient',
    en: 'You have reached the limit of open holdings',
    zh: '持仓笔数已达上限',
  },
  'fund/nav-moved': {
    code: 2410,
    kind: 'transient',
    en: 'The NAV has moved beyond what you accepted. Look at the new one',
    zh: '净值已超出你接受的范围，请查看最新净值',
  },
  'fund/treasury-short': {
    code: 2411,
    kind: 'transient',
    en: 'We have too few coins to back these units at the moment. Try fewer',
    zh: '平台的成分币暂不足以支持这些份额，请减少份额',
  },
  'fund/reserve-short': {
    code: 2412,
    kind: 'transient',
    en: 'The reserve cannot cover this profit right now. Try again later',
    zh: '准备金暂时不足以支付该收益，请稍后再试',
  },
  'fund/not-holding': {
    code: 2413,
    kind: 'final',
    en: 'This holding does not exist, or it has ended',
    zh: '该持仓不存在或已结束',
  },
  'fund/closing': {
    code: 2414,
    kind: 'transient',
    en: 'This holding is about to end at a NAV that is decided or next',
    zh: '该持仓即将按已确定的净值或下一个净值结束',
  },
  'fund/price-missing': { code: 2415, kind: 'final', en: 'Enter sale price', zh: '请输入卖出价格' },
  'fund/price-reached': {
    code: 2416,
    kind: 'final',
    en: 'The NAV is at this price or above it already. Sell at market, or enter a higher price',
    zh: '净值已达到该价格，请按市价卖出，或输入更高的价格',
  },
  'fund/no-limit': {
    code: 2417,
    kind: 'final',
    en: 'No limit sale waits for this holding',
    zh: '该持仓没有等待中的限价卖出',
  },
  'fund/type-missing': { code: 2418, kind: 'final', en: 'Select a sell type', zh: '请选择卖出类型' },
  'fund/basket-fixed': {
    code: 2419,
    kind: 'final',
    en: 'The basket of a fund never changes. Define another fund',
    zh: '基金的成分不可更改，请另行定义基金',
  },
  'fund/waiting': {
    code: 2420,
    kind: 'transient',
    en: 'This purchase still waits for its NAV. Try again in a second',
    zh: '该笔买入仍在等待净值，请稍后再试',
  },
  'fund/bound-too-high': {
    code: 2421,
    kind: 'final',
    en: 'Accept a NAV of at most 10% above the last one',
    zh: '可接受的最高净值不能超过最新净值的 10%',
  },
  'fund/terms-changed': {
    code: 2422,
    kind: 'final',
    en: 'The terms have changed since you saw them. Look at them again',
    zh: '条款已变更，请重新查看',
  },
} as const satisfies Record<string, RefusalText>;
