/**
 * Security notices to an account's owner, on the site and by mail: the text of each event, in both
 * languages.
 */
import { layOut, type MailReader } from '../../mail/mail-layout.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Language } from '../../http/handler.ts';
import {
  doneBy,
  factTexts,
  mailedTo,
  SESSION_ID_LENGTH,
  type AddMessage,
  type Doer,
  type Fact,
  type Within,
} from '../../contract/messages.ts';

type Words = Readonly<Record<Language, readonly [title: string, text: string]>>;

const NOT_YOU: Readonly<Record<Language, string>> = {
  en: 'If this was not you, freeze your account at once. Freezing ends every session and API key, and stops trading and withdrawals.',
  zh: '如非本人操作，请立即冻结账户。冻结后所有登录将退出，API 密钥将停用，交易与提现将停止。',
};
const FREEZE: Readonly<Record<Language, string>> = { en: 'Freeze my account', zh: '冻结我的账户' };

const EVENTS = {
  'new-sign-in': {
    en: ['New login to your account', 'Somebody logged in from a place you have not used before.'],
    zh: ['账户在新地点登录', '你的账户在一个未曾使用过的地点登录。'],
  },
  'password-changed': {
    en: [
      'Your login password was changed',
      'All other sessions were ended. Withdrawals are held for 24 hours.',
    ],
    zh: ['登录密码已修改', '其他设备上的登录已全部退出，提现暂停 24 小时。'],
  },
  'password-reset': {
    en: [
      'Your login password was set anew',
      'It was set by a code from this mailbox. Every session was ended, and all passkeys were removed. Withdrawals are held for 24 hours.',
    ],
    zh: [
      '登录密码已重置',
      '密码已通过发往本邮箱的验证码重置。所有登录均已退出，通行密钥已全部移除，提现暂停 24 小时。',
    ],
  },
  'fund-password-set': {
    en: ['Your fund password was set', 'Withdrawals ask for it. Changing it later holds them for 24 hours.'],
    zh: ['资金密码已设置', '提现时需要输入。以后修改会暂停提现 24 小时。'],
  },
  'fund-password-changed': {
    en: ['Your fund password was changed', 'Withdrawals are held for 24 hours.'],
    zh: ['资金密码已修改', '提现暂停 24 小时。'],
  },
  'google-bound': {
    en: [
      'An authenticator was bound',
      'Logging in and changes of your protection now ask for its code. All other sessions were ended. Withdrawals are held for 24 hours.',
    ],
    zh: [
      '已绑定谷歌验证器',
      '登录及更改安全设置时需输入谷歌验证码。其他设备上的登录已全部退出，提现暂停 24 小时。',
    ],
  },
  'google-unbound': {
    en: [
      'Your authenticator was removed',
      'All other sessions were ended. Withdrawals are held for 24 hours.',
    ],
    zh: ['谷歌验证器已移除', '其他设备上的登录已全部退出，提现暂停 24 小时。'],
  },
  'recovery-code-used': {
    en: [
      'A recovery code was used',
      'It stood for your Google code and is used up. Bind a new authenticator if you lost the old one.',
    ],
    zh: ['已使用一个恢复码', '该恢复码代替了谷歌验证码，现已失效。如验证器已丢失，请重新绑定。'],
  },
  'google-reset-begun': {
    en: [
      'Your authenticator will be removed',
      'Customer service was asked for it, as it is lost. It happens at the time below, unless you stop it in the security center or log in with a Google code before.',
    ],
    zh: [
      '谷歌验证器即将移除',
      '客服收到了验证器遗失的重置申请，将于下列时间移除。你可在此之前在安全中心取消，使用谷歌验证码登录也会取消。',
    ],
  },
  'passkeys-reset-begun': {
    en: [
      'Your passkeys will be removed',
      'Customer service was asked for it, as they are lost. It happens at the time below, unless you stop it in the security center or log in with a passkey before.',
    ],
    zh: [
      '通行密钥即将移除',
      '客服收到了通行密钥遗失的重置申请，将于下列时间移除。你可在此之前在安全中心取消，使用通行密钥登录也会取消。',
    ],
  },
  'google-reset': {
    en: [
      'Your authenticator was removed by customer service',
      'The waiting time has passed. Its recovery codes are gone too, and every session was ended. Withdrawals are held for 24 hours.',
    ],
    zh: ['客服已移除你的谷歌验证器', '等待时间已过，恢复码一并失效，所有登录均已退出，提现暂停 24 小时。'],
  },
  'passkeys-reset': {
    en: [
      'Your passkeys were removed by customer service',
      'The waiting time has passed. Every session was ended. Withdrawals are held for 24 hours.',
    ],
    zh: ['客服已移除你的通行密钥', '等待时间已过，所有登录均已退出，提现暂停 24 小时。'],
  },
  'reset-stopped': {
    en: ['The reset was stopped', 'It was stopped in your account. Nothing is removed.'],
    zh: ['重置已取消', '已在你的账户中取消，不会移除任何验证方式。'],
  },
  'reset-stopped-by-use': {
    en: ['The reset was stopped', 'What was said to be lost was used. Nothing is removed.'],
    zh: ['重置已取消', '申请中称已遗失的验证方式刚被使用，不会移除任何验证方式。'],
  },
  'reset-stopped-by-change': {
    en: [
      'The reset was stopped',
      'What protects your account was changed meanwhile. If you still need it, ask customer service again.',
    ],
    zh: ['重置已取消', '等待期间账户安全设置发生变更。如仍需重置，请重新联系客服。'],
  },
  'reset-stopped-by-platform': {
    en: ['The reset was stopped', 'Customer service has stopped it. Nothing is removed.'],
    zh: ['重置已取消', '客服已取消重置，不会移除任何验证方式。'],
  },
  'passkey-added': {
    en: [
      'A passkey was added',
      'It logs in to your account without a password. All other sessions were ended. Withdrawals are held for 24 hours.',
    ],
    zh: ['已添加通行密钥', '可用它免密码登录你的账户。其他设备上的登录已全部退出，提现暂停 24 小时。'],
  },
  'passkey-removed': {
    en: [
      'A passkey was removed',
      'It can no longer log in to your account. All other sessions were ended. Withdrawals are held for 24 hours.',
    ],
    zh: ['通行密钥已移除', '它已无法登录你的账户。其他设备上的登录已全部退出，提现暂停 24 小时。'],
  },
  'email-changed': {
    en: [
      'The e-mail address of your account was changed',
      'All other sessions were ended. Withdrawals are held for 72 hours.',
    ],
    zh: ['账户邮箱已更换', '其他设备上的登录已全部退出，提现暂停 72 小时。'],
  },
  'anti-phishing-changed': {
    en: ['Your anti-phishing code was set', 'Every mail from us carries it from now on.'],
    zh: ['防钓鱼码已设置', '此后我们的每封邮件都会带上它。'],
  },
  frozen: {
    en: [
      'Your account is frozen',
      'Every session and API key was ended. Nothing can be traded, moved or withdrawn. To open it again, log in and ask for it in the security center; that takes 24 hours.',
    ],
    zh: [
      '账户已冻结',
      '所有登录均已退出，API 密钥均已停用，无法交易、划转或提现。如需解冻，请登录后在安全中心申请，24 小时后生效。',
    ],
  },
  'frozen-by-support': {
    en: [
      'Customer service has frozen your account',
      'Every session and API key was ended. Nothing can be traded, moved or withdrawn. Only you can open it again: log in and ask for it in the security center; that takes 24 hours.',
    ],
    zh: [
      '客服已冻结你的账户',
      '所有登录均已退出，API 密钥均已停用，无法交易、划转或提现。只有你本人可以解冻：请登录后在安全中心申请，24 小时后生效。',
    ],
  },
  'unfreeze-asked': {
    en: ['Your account will be unfrozen', 'Somebody with your password asked for it. It takes 24 hours.'],
    zh: ['账户即将解冻', '有人使用你的密码申请解冻，24 小时后生效。'],
  },
  excluded: {
    en: [
      'You are on a break',
      'Nothing can be traded, opened, bought or subscribed until it ends. It cannot be shortened. You can still cancel orders and withdraw.',
    ],
    zh: ['已进入冷静期', '期间无法交易、开仓、购买或认购，且无法缩短。仍可撤单和提现。'],
  },
  'purchase-stopped': {
    en: [
      'You can no longer buy or subscribe',
      'The platform has stopped purchases of products and subscriptions for your account. What you have goes on by its terms, and you can trade and withdraw. Customer service can tell you why.',
    ],
    zh: [
      '购买与认购已停止',
      '平台已停止你的账户购买投资产品和认购。已持有的产品按原条款继续，交易和提现不受影响。原因可咨询客服。',
    ],
  },
  'purchase-allowed': {
    en: ['You can buy and subscribe again', 'The platform allows purchases of products and subscriptions.'],
    zh: ['购买与认购已恢复', '平台已允许你的账户购买投资产品和认购。'],
  },
  'login-frozen': {
    en: [
      'The login to your account is frozen',
      'The platform has frozen it and ended every session. API keys, orders and products go on. Customer service can tell you why.',
    ],
    zh: [
      '账户登录已冻结',
      '平台已冻结你的账户登录并退出全部登录，API 密钥、委托和产品不受影响。原因可咨询客服。',
    ],
  },
  'login-unfrozen': {
    en: ['You can log in again', 'The platform has ended the freeze of the login to your account.'],
    zh: ['账户登录已恢复', '平台已解除你的账户登录冻结。'],
  },
  'trading-frozen': {
    en: [
      'Trading is frozen for your account',
      'The platform has frozen it: nothing new can be traded, opened, bought or subscribed, also by API keys. What you have goes on, and you can cancel orders and withdraw. Customer service can tell you why.',
    ],
    zh: [
      '账户交易已冻结',
      '平台已冻结你的账户交易：无法新增交易、开仓、购买或认购，API 密钥同样受限。已有的委托和产品继续有效，仍可撤单和提现。原因可咨询客服。',
    ],
  },
  'trading-unfrozen': {
    en: ['You can trade again', 'The platform has ended the freeze of trading for your account.'],
    zh: ['账户交易已恢复', '平台已解除你的账户交易冻结。'],
  },
  'withdrawals-frozen': {
    en: [
      'Withdrawals from your account are frozen',
      'The platform has frozen them, also by API keys. You can trade. Customer service can tell you why.',
    ],
    zh: ['账户提现已冻结', '平台已冻结你的账户提现，API 密钥同样受限。交易不受影响。原因可咨询客服。'],
  },
  'withdrawals-unfrozen': {
    en: ['You can withdraw again', 'The platform has ended the freeze of withdrawals from your account.'],
    zh: ['账户提现已恢复', '平台已解除你的账户提现冻结。'],
  },
  'address-added': {
    en: ['A withdrawal address was added', 'Money may go there after 24 hours.'],
    zh: ['已添加提现地址', '24 小时后可向该地址提现。'],
  },
  'address-changed': {
    en: ['A withdrawal address was changed', 'Money may go to the new address after 24 hours.'],
    zh: ['提现地址已修改', '24 小时后可向新地址提现。'],
  },
  'whitelist-on': {
    en: ['Withdrawal whitelist turned on', 'Withdrawals go to the addresses of your address book only.'],
    zh: ['提现白名单已开启', '此后仅可提现至地址簿中的地址。'],
  },
  'whitelist-off': {
    en: [
      'Withdrawal whitelist turned off',
      'Withdrawals may go to any address again. They are held for 24 hours.',
    ],
    zh: ['提现白名单已关闭', '此后可提现至任意地址。提现暂停 24 小时。'],
  },
  'api-key-made': {
    en: [
      'An API key was made',
      'Programs that have it can act for you, within its permissions and networks.',
    ],
    zh: ['已创建 API 密钥', '持有该密钥的程序可在其权限与网络范围内代你操作。'],
  },
  'api-key-changed': {
    en: ['An API key was changed', 'These are its permissions and networks from now on.'],
    zh: ['API 密钥已修改', '此后其权限与网络如下。'],
  },
  'api-key-ended': {
    en: ['An API key was ended', 'Programs can no longer use it.'],
    zh: ['API 密钥已停用', '程序已无法再使用该密钥。'],
  },
  'api-keys-ended': {
    en: ['All your API keys were ended', 'Programs can no longer use them.'],
    zh: ['你的 API 密钥已全部停用', '程序已无法再使用这些密钥。'],
  },
  'api-key-ended-by-platform': {
    en: [
      'The platform has ended an API key of yours',
      'Programs can no longer use it. Customer service can tell you why.',
    ],
    zh: ['平台已停用你的一个 API 密钥', '程序已无法再使用该密钥，原因可咨询客服。'],
  },
  'api-key-expired': {
    en: ['An API key has expired', 'Programs can no longer use it. You can make another one.'],
    zh: ['API 密钥已到期', '程序已无法再使用该密钥，你可以重新创建。'],
  },
} as const satisfies Record<string, Words>;
export type SecurityEvent = keyof typeof EVENTS;

/** Events that an attacker could not use to do harm: their mail has no freeze link. */
const HARMLESS: ReadonlySet<SecurityEvent> = new Set([
  'frozen',
  'frozen-by-support',
  'purchase-stopped',
  'purchase-allowed',
  'login-frozen',
  'login-unfrozen',
  'trading-frozen',
  'trading-unfrozen',
  'withdrawals-frozen',
  'withdrawals-unfrozen',
  'reset-stopped',
  'reset-stopped-by-use',
  'reset-stopped-by-change',
  'reset-stopped-by-platform',
  'whitelist-on',
  'anti-phishing-changed',
  'api-key-ended',
  'api-keys-ended',
  'api-key-expired',
  'api-key-ended-by-platform',
]);

export interface SecurityReport {
  readonly userId: number;
  readonly event: SecurityEvent;
  /** The recipient of the mail. If the e-mail address changes, it is the old address. */
  readonly reader: MailReader;
  /** Who did it; null if that is not known. */
  readonly by: Doer | null;
  readonly facts?: readonly Fact[];
  /** The time of the login that the message is about, if it is about one. */
  readonly loginMs?: number;
}

export interface SecurityReportOptions {
  readonly mail: Mail;
  readonly addMessage: AddMessage;
  /** A link that freezes this account. */
  readonly freezeUrl: (userId: number) => string;
}

/** Adds the site message and sends the mail of a security event, in `transaction` if given. */
export type ReportSecurityEvent = (report: SecurityReport, transaction?: Within) => Promise<void>;

export function securityEventReporter(options: SecurityReportOptions): ReportSecurityEvent {
  return async ({ userId, event, reader, by, facts: own = [], loginMs }, transaction) => {
    const isHarmless = HARMLESS.has(event);
    const facts = [...own, ...(by === null ? [] : doneBy(by, Date.now()))];
    const session = by === null ? '' : by.sessionKey.slice(0, SESSION_ID_LENGTH);
    const { en, zh } = EVENTS[event];
    const message = {
      type: 'security',
      cause: `${event}:${crypto.randomUUID()}`,
      title: { en: en[0], zh: zh[0] },
      content: { en: en[1], zh: zh[1] },
      data: {
        facts,
        ...(isHarmless ? {} : ({ asks: true, canFreeze: true } as const)),
        ...(session === '' ? {} : { session }),
        ...(loginMs === undefined ? {} : { loginMs }),
        mailed: mailedTo(reader),
      },
    } as const;
    await options.addMessage(userId, message, transaction);
    const { language } = reader;
    const [title, text] = EVENTS[event][language];
    const mail = layOut(reader, {
      subject: title,
      title,
      paragraphs: isHarmless ? [text] : [text, NOT_YOU[language]],
      facts: factTexts(facts, language),
      ...(isHarmless
        ? {}
        : { action: { label: FREEZE[language], url: options.freezeUrl(userId), isUrgent: true } }),
    });
    await options.mail.send(mail, transaction === undefined ? {} : { within: transaction });
  };
}
