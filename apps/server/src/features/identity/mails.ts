/** The mails that carry a code. */
import type { CodePurpose } from '@glasshouse/protocol/identity';
import { layOut, type MailReader } from '../../adapters/mail-layout.ts';
import type { MailMessage } from '../../adapters/mail.ts';
import type { Language } from '../../http/handler.ts';

interface CodeMail {
  readonly reader: MailReader;
  readonly code: string;
  readonly purpose: CodePurpose;
  /** The address has an account already: said in the mail, never in the reply. */
  readonly isKnown: boolean;
}

const ACTIONS: Readonly<Record<CodePurpose, Readonly<Record<Language, string>>>> = {
  register: { en: 'open your account', zh: '注册账户' },
  login: { en: 'log in', zh: '登录' },
  bind: { en: 'change what protects your account', zh: '更改安全设置' },
  withdraw: { en: 'change your withdrawal addresses or withdraw', zh: '更改提现地址或提现' },
  password: { en: 'change your password', zh: '修改登录密码' },
  forget: { en: 'set a new password', zh: '重置登录密码' },
  asset: { en: 'set your fund password', zh: '设置资金密码' },
  email: { en: 'make this the address of your account', zh: '将此邮箱设为账户邮箱' },
};

export function codeMail({ reader, code, purpose, isKnown }: CodeMail): MailMessage {
  const action = ACTIONS[purpose][reader.language];
  const isTaken = isKnown && (purpose === 'register' || purpose === 'email');
  if (reader.language === 'zh')
    return layOut(reader, {
      subject: `Glasshouse 验证码 ${code}`,
      title: `用于${action}的验证码`,
      code,
      paragraphs: [
        '10 分钟内有效，仅可使用一次，且须在申请它的浏览器中输入。',
        ...(isTaken ? ['该邮箱已有账户。如忘记密码，请使用“忘记密码”。'] : []),
        '如非本人操作，请忽略本邮件。',
      ],
    });
  return layOut(reader, {
    subject: `Your Glasshouse code is ${code}`,
    title: `Your code to ${action}`,
    code,
    paragraphs: [
      'It is good for 10 minutes, for one use, and in the browser that asked for it.',
      ...(isTaken
        ? ['This address has an account already. If you forgot its password, choose "Forgot password".']
        : []),
      'If this was not you, ignore this mail.',
    ],
  });
}

/** Once an hour, when strangers have asked for more codes than go out to them. */
export function codesEndedMail(reader: MailReader): MailMessage {
  if (reader.language === 'zh')
    return layOut(reader, {
      subject: '暂停发送验证码',
      title: '有人多次为此邮箱申请验证码',
      paragraphs: [
        '为避免打扰，一小时内不再向陌生设备的申请发送验证码。',
        '如是你本人，请使用曾经登录过的浏览器或网络，或使用通行密钥登录。',
      ],
    });
  return layOut(reader, {
    subject: 'No more codes for now',
    title: 'Codes for this address were asked for many times',
    paragraphs: [
      'To keep your mailbox usable, none go out for the next hour to devices that are new to us.',
      'If it was you: use a browser or a network that you have signed in from before, or sign in with a passkey.',
    ],
  });
}
