/** Refusals of seconds contracts. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'seconds-contract/amount-missing': {
    code: 1601,
    kind: 'final',
    en: 'Enter open amount',
    zh: '请输入开仓金额',
  },
  'seconds-contract/below-minimum': {
    code: 1602,
    kind: 'final',
    en: 'Below minimum limit',
    zh: '低于最小限额',
  },
  'seconds-contract/above-maximum': {
    code: 1603,
    kind: 'final',
    en: 'Above maximum limit',
    zh: '超过最大限额',
  },
  'seconds-contract/unknown-duration': {
    code: 1604,
    kind: 'final',
    en: 'This duration is not offered',
    zh: '不支持该时长',
  },
  'seconds-contract/reserve-short': {
    code: 1605,
    kind: 'transient',
    en: 'The reserve cannot cover this payout right now. Try a smaller amount',
    zh: '准备金暂时不足以覆盖该收益，请减小开仓金额',
  },
  'seconds-contract/not-offered': {
    code: 1606,
    kind: 'final',
    en: 'Seconds contracts are not offered for this pair',
    zh: '该交易对不支持秒合约',
  },
  'seconds-contract/too-many-positions': {
    code: 1607,
    kind: 'transient',
    en: 'You have reached the limit of open positions',
    zh: '持仓数量已达上限',
  },
  'seconds-contract/user-limit': {
    code: 1608,
    kind: 'transient',
    en: 'Your open stakes on this pair have reached the limit',
    zh: '你在该交易对的未结算开仓金额已达上限',
  },
  'seconds-contract/platform-limit': {
    code: 1609,
    kind: 'transient',
    en: 'Open stakes on this pair have reached the limit of the platform. Please try again later',
    zh: '该交易对的平台未结算开仓金额已达上限，请稍后再试',
  },
} as const satisfies Record<string, RefusalText>;
