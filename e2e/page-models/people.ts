/**
 * The personal pages: sign-in, security center, address book, messages, invitation, in both
 * languages.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Session, TestServer } from '../server.ts';

export const LANGUAGES = ['en-US', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

const EN = {
  email: 'E-mail',
  sendCode: 'Send code',
  resendIn: /^Send again in \d+ s$/,
  code: 'E-mail code',
  password: 'Password',
  passwordAgain: 'Password again',
  showPassword: 'Show password',
  weak: 'Password strength: weak',
  strong: 'Password strength: strong',
  inconsistent: 'Passwords are inconsistent',
  inviteCode: 'Invite code',
  createAccount: 'Create account',
  mustAgree: 'Accept these to create an account',
  logIn: 'Log in',
  logOut: 'Log out',
  exited: 'Exited',
  googleCode: 'Google code',
  googleWrong: 'The Google code is incorrect or was used already',
  byPasskey: 'Log in with a passkey',
  passkeyRefused: 'The passkey was not accepted',
  presentPassword: 'Current password',
  newPassword: 'New password',
  setPassword: 'Set password',
  passwordHold: 'Password changed',
  submitted: 'Submitted',
  loginPassword: 'Login password',
  passwordIncorrect: 'Password is incorrect',
  save: 'Save',
  edit: 'Edit',
  antiPhishing: 'Set up: Anti-phishing code',
  antiPhishingWords: 'Your words',
  antiPhishingSet: (words: string) => `Every real mail from us carries “${words}”`,
  endOthers: 'End all others',
  endSession: 'End the session',
  sessions: (count: number) => `${count} session${count === 1 ? '' : 's'}`,
  fundPassword: 'Set up: Fund password',
  newFundPassword: 'New fund password',
  fundPasswordAgain: 'Fund password again',
  activate: 'Activate',
  notActivated: 'Not activated',
  savedCodes: 'I have saved them',
  codesLeft: (count: number) => `${count} of 10 recovery codes left`,
  history: 'Login history',
  registration: 'Registration',
  addPasskey: 'Add a passkey',
  deviceName: 'Name of this device',
  removePasskey: (name: string) => `Remove the passkey ${name}`,
  remove: 'Remove',
  changeEmail: 'Change: E-mail',
  changeEmailSend: 'Change e-mail',
  newEmail: 'New e-mail',
  newEmailCode: 'Code to the new e-mail',
  tryForm: 'Try the form',
  addAddress: 'Add an address',
  address: 'Address',
  note: 'Note',
  addressWrong: 'This is not an address of this network',
  checksumWrong: 'The checksum does not hold',
  usableFrom: 'Usable from',
  turnOn: 'Turn on',
  editAddress: (address: string) => `Edit ${address}`,
  saveAddress: 'Save',
  removeAddress: (address: string) => `Remove ${address}`,
  noAddresses: 'Addresses you withdraw to will be listed here.',
  unread: (count: number) => `${count} unread message${count === 1 ? '' : 's'}`,
  noUnread: 'No unread messages',
  antiPhishingTitle: 'Your anti-phishing code was set',
  antiPhishingText: 'Every mail from us carries it from now on.',
  readAll: 'Mark all read',
  noMessage: 'There is no such message',
  freezeNow: 'Freeze now',
  frozen: 'Your account is frozen',
  unfreeze: 'Unfreeze the account',
  opensAgain: 'It opens again at',
  stake: 'Stake at a time',
  stakeFrom: /^90 USDT from \d{4}-/,
  exclude: 'Take a break',
  days30: '30 days',
  excludeNow: 'Take a break of 30 days',
  daysTyped: 'Type 30 to confirm the number of days',
  typeTheDays: 'Type the number of days chosen above',
  shutOut: 'On a break until',
  inviteLink: 'Your link',
} as const;

type Said<T> = T extends string ? string : T;
export type PeopleWords = { readonly [Key in keyof typeof EN]: Said<(typeof EN)[Key]> };

const ZH: PeopleWords = {
  email: '邮箱',
  sendCode: '发送验证码',
  resendIn: /^\d+ 秒后重新发送$/,
  code: '邮箱验证码',
  password: '密码',
  passwordAgain: '再次输入密码',
  showPassword: '显示密码',
  weak: '密码强度： 弱',
  strong: '密码强度： 强',
  inconsistent: '两次输入的密码不一致',
  inviteCode: '邀请码',
  createAccount: '创建账户',
  mustAgree: '请阅读并同意以上内容',
  logIn: '登录',
  logOut: '退出登录',
  exited: '已退出',
  googleCode: '谷歌验证码',
  googleWrong: '谷歌验证码错误或已使用',
  byPasskey: '使用通行密钥登录',
  passkeyRefused: '通行密钥未通过验证',
  presentPassword: '当前密码',
  newPassword: '新密码',
  setPassword: '设置密码',
  passwordHold: '修改登录密码',
  submitted: '提交成功',
  loginPassword: '登录密码',
  passwordIncorrect: '密码不正确',
  save: '保存',
  edit: '编辑',
  antiPhishing: '设置：防钓鱼码',
  antiPhishingWords: '你的文字',
  antiPhishingSet: (words) => `我们的每封邮件都会带上“${words}”`,
  endOthers: '退出其他设备',
  endSession: '退出登录设备',
  sessions: (count) => `${count} 台设备`,
  fundPassword: '设置：资金密码',
  newFundPassword: '新资金密码',
  fundPasswordAgain: '再次输入资金密码',
  activate: '启用',
  notActivated: '未启用',
  savedCodes: '我已保存',
  codesLeft: (count) => `剩余恢复码 ${count}/10`,
  history: '登录历史',
  registration: '注册',
  addPasskey: '添加通行密钥',
  deviceName: '设备名称',
  removePasskey: (name) => `移除通行密钥 ${name}`,
  remove: '移除',
  changeEmail: '修改：邮箱',
  changeEmailSend: '更换邮箱',
  newEmail: '新邮箱',
  newEmailCode: '新邮箱验证码',
  tryForm: '体验流程',
  addAddress: '添加地址',
  address: '地址',
  note: '备注',
  addressWrong: '地址与该网络不符',
  checksumWrong: '校验和不正确',
  usableFrom: '生效时间',
  turnOn: '开启',
  editAddress: (address) => `编辑 ${address}`,
  saveAddress: '保存',
  removeAddress: (address) => `移除 ${address}`,
  noAddresses: '常用提现地址将显示在这里。',
  unread: (count) => `${count} 条未读消息`,
  noUnread: '没有未读消息',
  antiPhishingTitle: '防钓鱼码已设置',
  antiPhishingText: '此后我们的每封邮件都会带上它。',
  readAll: '全部已读',
  noMessage: '消息不存在',
  freezeNow: '立即冻结',
  frozen: '账户已冻结',
  unfreeze: '解冻账户',
  opensAgain: '解冻时间',
  stake: '单笔开仓金额',
  stakeFrom: /^90 USDT 生效于 \d{4}-/,
  exclude: '冷静期',
  days30: '30 天',
  excludeNow: '进入 30 天冷静期',
  daysTyped: '请输入天数 30 以确认',
  typeTheDays: '请输入上方所选的天数',
  shutOut: '冷静期至',
  inviteLink: '邀请链接',
};

export const PEOPLE: Readonly<Record<Language, PeopleWords>> = { 'en-US': EN, 'zh-CN': ZH };

/** Requests a code and fills it into a form. */
export async function fillCode(
  form: Locator,
  { server, words, email, label = words.code }: CodeOf,
): Promise<void> {
  const field = form.getByLabel(label, { exact: true });
  const after = Date.now();
  await field.locator('xpath=..').getByRole('button').click();
  await field.fill(await server.codeFor(email, { after }));
}
interface CodeOf {
  readonly server: TestServer;
  readonly words: PeopleWords;
  readonly email: string;
  readonly label?: string;
}

/** Fills password and code, which every change of protection requires. */
export async function fillProof(
  dialog: Locator,
  proof: Omit<CodeOf, 'label'> & { readonly password: string },
): Promise<void> {
  await dialog.getByLabel(proof.words.loginPassword).fill(proof.password);
  await fillCode(dialog, proof);
}

/** Edits the note of an address: no code is asked for, unless the address is another one. */
export async function editNote(
  page: Page,
  words: PeopleWords,
  { address, note }: { readonly address: string; readonly note: string },
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: words.editAddress(address) }).click();
  await expect(dialog.getByLabel(words.code)).toHaveCount(0);
  await dialog.getByLabel(words.note).fill(note);
  const field = dialog.getByLabel(words.address, { exact: true });
  await field.fill(`${address.slice(0, -1)}7`);
  await expect(dialog.getByLabel(words.code), 'another destination').toBeVisible();
  await field.fill(address);
  await dialog.getByRole('button', { name: words.saveAddress }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTitle(note)).toBeVisible();
}

/** Sets a fund password by call, as another device of the same person would. */
export async function setFundPassword(
  server: TestServer,
  { email, token }: Session,
  password: string,
): Promise<void> {
  const askedMs = Date.now();
  await server.call('/bb/app/user/sendUpdateAssetEmail', {}, token);
  const code = await server.codeFor(email, { after: askedMs });
  const set = { password, confirmPassword: password, code };
  await server.call('/bb/app/user/setTransactionPwd', set, token);
}
