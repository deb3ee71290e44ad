/**
 * What messages to owners are made of. A message keeps its facts as data, and they are worded when
 * it is read, in the language of that moment.
 */
import type { FactType, MessageType } from '@glasshouse/protocol/notices/kinds';
import { defineText, type InBothLanguages, type TextLanguage } from '@glasshouse/texts';
import type { MailReader } from '../mail/mail-layout.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../http/handler.ts';

/** The names of facts. Messages keep the keys: a key is never renamed. */
const LABELS = {
  time: defineText({ en: 'Time', zh: '时间' }),
  device: defineText({ en: 'Device', zh: '设备' }),
  ip: defineText({ en: 'IP address', zh: 'IP 地址' }),
  method: defineText({ en: 'Confirmed with', zh: '验证方式' }),
  address: defineText({ en: 'Address', zh: '地址' }),
  arrives: defineText({ en: 'Arrives', zh: '实际到账' }),
  networkFee: defineText({ en: 'Network fee', zh: '网络手续费' }),
  network: defineText({ en: 'Network', zh: '网络' }),
  transaction: defineText({ en: 'Transaction', zh: '交易' }),
  amount: defineText({ en: 'Amount', zh: '数量' }),
  typed: defineText({ en: 'You typed', zh: '你填写的数量' }),
  seen: defineText({ en: 'The network shows', zh: '网络显示的数量' }),
  note: defineText({ en: 'Note', zh: '说明' }),
  pair: defineText({ en: 'Pair', zh: '交易对' }),
  order: defineText({ en: 'Order', zh: '委托' }),
  averagePrice: defineText({ en: 'Average price', zh: '成交均价' }),
  filled: defineText({ en: 'Filled', zh: '成交数量' }),
  total: defineText({ en: 'Total', zh: '成交额' }),
  fee: defineText({ en: 'Fee', zh: '手续费' }),
  stake: defineText({ en: 'Stake', zh: '本金' }),
  terms: defineText({ en: 'Terms', zh: '合约条款' }),
  openingPrice: defineText({ en: 'Opening price', zh: '开仓价' }),
  openingTick: defineText({ en: 'Opening tick', zh: '开仓价格记录' }),
  closingPrice: defineText({ en: 'Closing price', zh: '到期价' }),
  closingTick: defineText({ en: 'Closing tick', zh: '到期价格记录' }),
  netResult: defineText({ en: 'Net result', zh: '净盈亏' }),
  product: defineText({ en: 'Product', zh: '产品' }),
  principal: defineText({ en: 'Principal', zh: '本金' }),
  interest: defineText({ en: 'Interest', zh: '收益' }),
  payout: defineText({ en: 'Paid out', zh: '支付金额' }),
  units: defineText({ en: 'Units', zh: '份额' }),
  coinsReceived: defineText({ en: 'Coins received', zh: '获得币数' }),
  paid: defineText({ en: 'Paid', zh: '支付' }),
  alertPrice: defineText({ en: 'Alert at', zh: '提醒价' }),
  indexPrice: defineText({ en: 'Index price', zh: '指数价' }),
  tick: defineText({ en: 'Price tick', zh: '价格记录' }),
  returned: defineText({ en: 'Returned', zh: '退回' }),
  apiKey: defineText({ en: 'API key', zh: 'API 密钥' }),
  permissions: defineText({ en: 'Permissions', zh: '权限' }),
  allowedNetworks: defineText({ en: 'Allowed IP addresses', zh: '允许的 IP 地址' }),
  expires: defineText({ en: 'Expires', zh: '到期' }),
  takesEffect: defineText({ en: 'Takes effect', zh: '生效时间' }),
};
export type FactName = keyof typeof LABELS;

export interface Fact {
  readonly name: FactName;
  /** Default: text. */
  readonly type?: FactType;
  readonly value: string | InBothLanguages;
}

export interface MessageLink {
  readonly label: InBothLanguages;
  /** On the site, without its base. */
  readonly path: string;
}

/** What a message keeps besides its title and sentences. */
export interface MessageData {
  readonly facts: readonly Fact[];
  readonly link?: MessageLink;
  /** Asks the reader: was this you? */
  readonly asks?: true;
  /** Offers to freeze the account: if a stranger did what the message reports, that stops it. */
  readonly canFreeze?: true;
  /** The session in which the reported act was done, by the id that ends it. */
  readonly session?: string;
  /** Set for a message about a login: its time. The page then shows the earlier logins. */
  readonly loginMs?: number;
  readonly mailed?: Mailed;
}

export interface Mailed {
  /** Masked. */
  readonly to: string;
  /** The mail carried the reader's anti-phishing code. */
  readonly withCode: boolean;
}

export interface NewMessage {
  readonly type: MessageType | 'system';
  /** One message is added per cause, even if it is reported again. */
  readonly cause: string;
  readonly title: InBothLanguages;
  /** Its sentences. */
  readonly content: InBothLanguages;
  readonly data?: MessageData;
}

/** A transaction that includes the message and the mail. */
export type Within = Pick<Database, 'kysely'>;
/** False if the cause has a message already. */
export type AddMessage = (userId: number, message: NewMessage, within?: Within) => Promise<boolean>;

/** Who did what a message reports. */
export type Doer = Pick<Caller, 'ip' | 'userAgent' | 'sessionKey'>;

const DEVICE_LENGTH_MAX = 200;
/** An id of a session is the beginning of its key: enough to name it, useless to open it. */
export const SESSION_ID_LENGTH = 16;

/** Where and when something was done. */
export function doneBy({ ip, userAgent }: Doer, timeMs: number): readonly Fact[] {
  return [
    { name: 'device', type: 'device', value: userAgent.slice(0, DEVICE_LENGTH_MAX) || '–' },
    { name: 'ip', type: 'ip', value: ip },
    { name: 'time', type: 'time', value: String(timeMs) },
  ];
}

export function wordedFacts(facts: readonly Fact[], language: TextLanguage) {
  return facts.map(({ name, type = 'text', value }) => ({
    name,
    type,
    label: LABELS[name](language),
    value: typeof value === 'string' ? value : value[language],
  }));
}

/** The facts as names and texts, for mails and for programs. */
export function factTexts(facts: readonly Fact[], language: TextLanguage): (readonly [string, string])[] {
  return wordedFacts(facts, language).map(
    ({ label, type, value }) => [label, type === 'time' ? secondText(Number(value)) : value] as const,
  );
}

/** An amount or a price in a sentence: thousands apart, and a true minus. */
export function readableAmount(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',').replace('-', '−');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function secondText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Characters of an address that its mask keeps at each end. */
const MASK_ENDS = 4;

/** Where a message was mailed to, as it is kept. */
export function mailedTo({ to, antiPhishingCode }: MailReader): Mailed {
  return {
    to: `${to.slice(0, MASK_ENDS)}***${to.slice(-MASK_ENDS)}`,
    withCode: antiPhishingCode !== '',
  };
}
