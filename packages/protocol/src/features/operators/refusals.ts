/** Refusals of the back office as such. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'operators/sign-in-failed': {
    code: 2701,
    kind: 'final',
    en: 'The name, the password or the code is wrong',
    zh: '用户名、密码或验证码错误',
  },
  'operators/not-signed-in': {
    code: 2702,
    kind: 'final',
    en: 'Log in to the back office first',
    zh: '请先登录后台',
  },
  'operators/not-allowed': {
    code: 2703,
    kind: 'final',
    en: 'Your role does not allow this',
    zh: '你的角色无权执行此操作',
  },
  'operators/nothing-changes': {
    code: 2704,
    kind: 'final',
    en: 'Nothing would change',
    zh: '没有任何变化',
  },
  'operators/same-person': {
    code: 2705,
    kind: 'final',
    en: 'The second person must be somebody else',
    zh: '复核人须为另一人',
  },
  'operators/act-decided': {
    code: 2706,
    kind: 'final',
    en: 'This act is no longer waiting',
    zh: '该操作已不在等待',
  },
  'operators/not-in-force': {
    code: 2707,
    kind: 'transient',
    en: 'It is written, and not in force everywhere yet: the server tries again each minute',
    zh: '已写入，但尚未全部生效：服务器每分钟重试一次',
  },
  'operators/last-admin': {
    code: 2708,
    kind: 'final',
    en: 'This is the last admin: without one nobody could make another',
    zh: '这是最后一名管理员，须先有另一名管理员',
  },
  'operators/own-change': {
    code: 2709,
    kind: 'final',
    en: 'Nobody agrees to a change of their own account',
    zh: '不能复核对自己账户的变更',
  },
  'operators/effect-changed': {
    code: 2710,
    kind: 'final',
    en: 'It would do something else now: look at it again',
    zh: '该操作的效果已变化，请重新查看',
  },
} as const satisfies Record<string, RefusalText>;
