/** Refusals of deposits from chains. */
import type { RefusalText } from '../../refusal-text.ts';

export const depositRefusals = {
  'funding/deposits-closed': {
    code: 1951,
    kind: 'transient',
    en: 'Deposits on this network are closed at the moment',
    zh: '该网络暂未开放充值',
    program: { code: -4001 },
  },
  'funding/coin-not-on-chain': {
    code: 1952,
    kind: 'final',
    en: 'This coin cannot be deposited on this network',
    zh: '该网络不支持此币种充值',
  },
  'funding/no-test-coins': {
    code: 1953,
    kind: 'final',
    en: 'Test coins are given only in a demo',
    zh: '仅演示环境可领取测试币',
  },
  'funding/too-many-test-coins': {
    code: 1954,
    kind: 'transient',
    en: 'You have had 10 transfers of test coins within 24 hours. Try again tomorrow',
    zh: '24 小时内领取测试币已达 10 次，请明天再试',
  },
} as const satisfies Record<string, RefusalText>;
