/** The texts of identity's mails, in both languages. */
import type { CodePurpose } from '@glasshouse/protocol/identity';
import type { MailMessage } from '../../adapters/mail.ts';
import type { Language } from '../../http/handler.ts';

interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly language: Language;
  /** The address has an account already: said in the mail, never in the reply. */
  readonly isKnown: boolean;
}

const ACTIONS: Readonly<Record<CodePurpose, Readonly<Record<Language, string>>>> = {
  register: { en: 'open your account', zh: '注册账户' },
  login: { en: 'log in', zh: '登录' },
  bind: { en: 'change your second verification', zh: '更改二次验证' },
  withdraw: { en: 'withdraw', zh: '提现' },
  password: { en: 'change your password', zh: '修改登录密码' },
  forget: { en: 'set a new password', zh: '重置登录密码' },
  asset: { en: 'set your fund password', zh: '设置资金密码' },
};

export function codeMail({ to, code, purpose, language, isKnown }: CodeMail): MailMessage {
  const action = ACTIONS[purpose][language];
  const isSecondAccount = purpose === 'register' && isKnown;
  if (language === 'zh') {
    const note = isSecondAccount ? '\n\n该邮箱已注册账户。如忘记密码，请使用“忘记密码”。' : '';
    return {
      to,
      code,
      subject: `Glasshouse 验证码 ${code}`,
      text: `您的验证码是 ${code}，用于${action}。10 分钟内有效，仅可使用一次。${note}\n\n如非本人操作，请忽略本邮件。切勿将验证码告知任何人，包括自称客服的人员。`,
    };
  }
  const note = isSecondAccount
    ? '\n\nThis address has an account already. If you forgot its password, choose "Forgot password".'
    : '';
  return {
    to,
    code,
    subject: `Your Glasshouse code is ${code}`,
    text: `Your code is ${code}. Use it to ${action}. It is good for 10 minutes and for one use.${note}\n\nIf this was not you, ignore this mail. Never tell the code to anyone, not even to someone who says they are from support.`,
  };
}

export function passwordChangedMail(to: string, language: Language): MailMessage {
  if (language === 'zh')
    return {
      to,
      code: null,
      subject: '您的 Glasshouse 登录密码已修改',
      text: '您的登录密码刚刚被修改，其他设备上的登录已全部退出。如非本人操作，请立即通过“忘记密码”重置并联系客服。',
    };
  return {
    to,
    code: null,
    subject: 'Your Glasshouse password was changed',
    text: 'The password of your account has just been changed, and all other sessions were ended. If this was not you, set a new one by "Forgot password" at once and contact support.',
  };
}
