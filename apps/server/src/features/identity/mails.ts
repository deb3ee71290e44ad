/** Mails with codes. */
import type { CodePurpose } from '@glasshouse/protocol/identity';
import { defineText } from '@glasshouse/texts';
import { layOut, type MailReader } from '../../mail/mail-layout.ts';
import type { Letter } from '../../mail/mail.ts';

interface CodeMail {
  readonly reader: MailReader;
  readonly code: string;
  readonly purpose: CodePurpose;
  /** The address already has an account: the mail says so, the reply never does. */
  readonly isKnown: boolean;
}

const ACTIONS = {
  register: defineText({ en: 'open your account', zh: '注册账户' }),
  login: defineText({ en: 'log in', zh: '登录' }),
  bind: defineText({ en: 'change what protects your account', zh: '更改安全设置' }),
  withdraw: defineText({ en: 'change your withdrawal addresses or withdraw', zh: '更改提现地址或提现' }),
  password: defineText({ en: 'change your password', zh: '修改登录密码' }),
  forget: defineText({ en: 'set a new password', zh: '重置登录密码' }),
  asset: defineText({ en: 'set your fund password', zh: '设置资金密码' }),
  email: defineText({ en: 'make this the address of your account', zh: '将此邮箱设为账户邮箱' }),
} satisfies Record<CodePurpose, unknown>;

const CODE = {
  subject: defineText({ en: 'Your {brand} code is {code}', zh: '{brand} 验证码 {code}' }),
  title: defineText({ en: 'Your code to {action}', zh: '用于{action}的验证码' }),
  validity: defineText({
    en: 'It is good for 10 minutes, for one use, and in the browser that asked for it.',
    zh: '10 分钟内有效，仅可使用一次，且须在申请它的浏览器中输入。',
  }),
  isTaken: defineText({
    en: 'This address has an account already. If you forgot its password, choose “Forgot password?” on the login page.',
    zh: '该邮箱已有账户。如忘记密码，请在登录页选择“忘记密码？”。',
  }),
  notYou: defineText({ en: 'If this was not you, ignore this mail.', zh: '如非本人操作，请忽略本邮件。' }),
};

export function codeMail({ reader, code, purpose, isKnown }: CodeMail): Letter {
  const { language } = reader;
  const isTaken = isKnown && (purpose === 'register' || purpose === 'email');
  return layOut(reader, {
    subject: (brand) => CODE.subject(language, { brand, code }),
    title: CODE.title(language, { action: ACTIONS[purpose](language) }),
    code,
    paragraphs: [
      CODE.validity(language),
      ...(isTaken ? [CODE.isTaken(language)] : []),
      CODE.notYou(language),
    ],
  });
}

const CODES_ENDED = {
  subject: defineText({ en: 'No more codes for now', zh: '暂停发送验证码' }),
  title: defineText({
    en: 'Codes for this address were asked for many times',
    zh: '有人多次为此邮箱申请验证码',
  }),
  why: defineText({
    en: 'To keep your mailbox usable, none go out for the next hour to devices that are new to us.',
    zh: '为避免打扰，一小时内不再向陌生设备的申请发送验证码。',
  }),
  ifYou: defineText({
    en: 'If it was you: use a browser or a network that you have logged in from before, or log in with a passkey.',
    zh: '如是你本人，请使用曾经登录过的浏览器或网络，或使用通行密钥登录。',
  }),
};

/** Sent once an hour when strangers have requested more codes than they get. */
export function codesEndedMail(reader: MailReader): Letter {
  const { language } = reader;
  return layOut(reader, {
    subject: CODES_ENDED.subject(language),
    title: CODES_ENDED.title(language),
    paragraphs: [CODES_ENDED.why(language), CODES_ENDED.ifYou(language)],
  });
}
