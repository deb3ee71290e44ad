/** Refusals of subscriptions. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'subscription/amount-missing': {
    code: 2501,
    kind: 'final',
    en: 'Enter subscription amount',
    zh: '请输入认购金额',
  },
  'subscription/unknown-project': {
    code: 2502,
    kind: 'final',
    en: 'There is no such project',
    zh: '没有该项目',
  },
  'subscription/not-open': {
    code: 2503,
    kind: 'final',
    en: 'This project is not open for subscription now',
    zh: '该项目当前不可认购',
  },
  'subscription/below-minimum': {
    code: 2504,
    kind: 'final',
    en: 'Below the minimum of this project',
    zh: '低于该项目的最小金额',
  },
  'subscription/above-maximum': {
    code: 2505,
    kind: 'final',
    en: 'You would pay in more than one person may',
    zh: '超过该项目的个人上限',
  },
  'subscription/project-full': {
    code: 2506,
    kind: 'final',
    en: 'This project takes no further subscriptions',
    zh: '该项目的认购人数已满',
  },
  'subscription/unknown-subscription': {
    code: 2507,
    kind: 'final',
    en: 'There is no such subscription',
    zh: '没有该认购',
  },
  'subscription/closed': {
    code: 2508,
    kind: 'final',
    en: 'The list is fixed: a subscription can be cancelled before the close only',
    zh: '名单已确定，仅可在截止前取消认购',
  },
  'subscription/pool-short': {
    code: 2509,
    kind: 'transient',
    en: 'The pool holds fewer coins than the project offers',
    zh: '认购池中的币少于项目发售量',
  },
  'subscription/terms-fixed': {
    code: 2510,
    kind: 'final',
    en: 'The terms of a project are fixed once it is open',
    zh: '项目开放后条款不可更改',
  },
  'subscription/pair-trading': {
    code: 2511,
    kind: 'final',
    en: 'The pair trades already without a price: halt it first',
    zh: '交易对尚无价格却已在交易，请先暂停',
  },
  'subscription/not-published': {
    code: 2512,
    kind: 'transient',
    en: 'The list of this project is published after its close',
    zh: '该项目的名单在截止后公布',
  },
  'subscription/firm': {
    code: 2513,
    kind: 'final',
    en: 'A subscription can be cancelled in the first 5 minutes only',
    zh: '认购仅可在最初 5 分钟内取消',
  },
} as const satisfies Record<string, RefusalText>;
