/**
 * Why a session ended, and what its next call is told instead of "Please login first". A session
 * that its own device logged out has no such reason.
 */
export const SESSION_ENDS = {
  device: {
    en: 'This session was ended from another device. Log in again',
    zh: '此登录已被其他设备退出，请重新登录',
  },
  everywhere: {
    en: 'All other sessions were ended from another device. Log in again',
    zh: '其他设备已退出全部登录，请重新登录',
  },
  password: {
    en: 'The login password was changed, which ended this session. Log in again',
    zh: '登录密码已修改，此登录已退出，请重新登录',
  },
  protection: {
    en: 'The protection of the account was changed, which ended this session. Log in again',
    zh: '账户安全设置已更改，此登录已退出，请重新登录',
  },
  frozen: {
    en: 'The account was frozen, which ended all sessions. Log in to unfreeze it',
    zh: '账户已冻结，所有登录均已退出。登录后可申请解冻',
  },
  expired: {
    en: 'This session has expired. Log in again',
    zh: '登录已过期，请重新登录',
  },
  crowded: {
    en: 'Too many devices are logged in, so this session was ended. Log in again',
    zh: '登录的设备过多，此登录已退出，请重新登录',
  },
  operator: {
    en: 'The platform has ended this session. Log in again',
    zh: '平台已退出此登录，请重新登录',
  },
} as const satisfies Readonly<Record<string, { readonly en: string; readonly zh: string }>>;

export type SessionEnd = keyof typeof SESSION_ENDS;
