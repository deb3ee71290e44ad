/** Refusals of requests to take money out, beside those of the core. */
import type { RefusalText } from '../../refusal-text.ts';

export const withdrawalRefusals = {
  'funding/withdrawals-closed': {
    code: 1935,
    kind: 'transient',
    en: 'Withdrawals of this coin on this network are closed. Another network may be open',
    zh: '该币种在该网络的提现已关闭，可改用其他网络',
    program: { code: -4019 },
  },
  'funding/daily-limit': {
    code: 1931,
    kind: 'transient',
    en: 'You can still withdraw {left} USDT within these 24 hours',
    zh: '24 小时内还可提现 {left} USDT',
    program: { code: -4023 },
  },
  'funding/address-cooling': {
    code: 1932,
    kind: 'transient',
    en: 'This address can be used from {from}',
    zh: '该地址 {from} 起可用',
    program: { code: -4036 },
  },
  'funding/address-not-listed': {
    code: 1933,
    kind: 'final',
    en: 'Your withdrawals go to the address book only. Add this address to it first',
    zh: '你已限制仅可提现至地址簿，请先将该地址加入地址簿',
    program: {
      code: -4035,
      msg: 'This address is not on the whitelist. Please join and try again.',
    },
  },
  'funding/fund-password-unset': {
    code: 1934,
    kind: 'final',
    en: 'Set a fund password in the security center first',
    zh: '请先在安全中心设置资金密码',
    program: { code: -4013 },
  },
} as const satisfies Record<string, RefusalText>;
