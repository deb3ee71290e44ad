/**
 * A well-formed value for every field of every call, so that tests over all calls pass the first
 * check.
 */
import type { Call } from '@glasshouse/protocol';
import * as z from 'zod';

/** By the field's name, which means the same in every call. */
export const SAMPLE_FIELDS: Readonly<Record<string, unknown>> = {
  account: 2,
  accountName: 'Sample2026',
  address: 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ',
  agree: true,
  amount: '0.01',
  article: 'open-account',
  avatar: 'prism',
  backPhoto: 'AAAAAAAAAAAAAAAAAAAAAA',
  baseCoin: 'BTC',
  byMail: true,
  chain: 'TRC20',
  chat: `1-${'A'.repeat(22)}`,
  challengeId: 'none',
  clientOrderId: 'sample-1',
  code: '123456',
  confirm: true,
  confirmPassword: 'Some-password-1',
  country: 'CN',
  currency: 'USDT',
  dailyLoss: '100',
  dailyRate: '0.00018',
  days: 1,
  document: 'id-card',
  email: 'sample@test.example',
  entryStatus: 0,
  fee: '1',
  fund: 1,
  frontPhoto: 'AAAAAAAAAAAAAAAAAAAAAA',
  fundPassword: '123456',
  googleCode: '123456',
  helped: 'yes',
  id: '1',
  keyId: '0123456789abcdef',
  kind: 'personal',
  leverage: 1,
  memo: '',
  messageKey: 'sample-1-of-a-random-key',
  minutes: 60,
  name: 'Sample Person',
  networks: ['203.0.113.0/24'],
  newCode: '123456',
  note: 'note',
  number: '11010519491231002X',
  offer: 1,
  oldPassword: 'Some-password-1',
  on: true,
  openAmount: '10',
  own: true,
  pageNo: 1,
  pageSize: 10,
  paramName: 'contract_fee_rate',
  password: 'Some-password-1',
  payAmount: '10',
  payCurrency: 'USDT',
  permissions: ['trade'],
  picture: 1,
  positionTime: 60,
  price: '59000',
  project: 1,
  quantity: '30',
  quote: 'a.a',
  quoteAmount: '',
  quoteCoin: 'USDT',
  range: '7D',
  receiveCurrency: 'BTC',
  response: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a' } },
  side: 'buy',
  size: 5,
  stake: '10',
  status: 0,
  symbol: 'btcusdt',
  text: 'blue heron 41',
  timer: '1min',
  token: '1.1.a',
  topic: 'deposit',
  tradeType: 1,
  type: 'limit',
  unread: 1,
};

const DAYS = { from: '2026-11-29', to: '2026-11-30' };

/** Values for calls in which a name means something else. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'api-keys/create-key': { kind: 'hmac' },
  'identity/login': { account: 'sample@test.example' },
  'identity/send-email-code': { type: 'login' },
  'identity/email-verification': { type: 'login' },
  'identity/set-fund-password': { password: '123456' },
  'identity/end-session': { id: 'AAAAAAAAAAAAAAAA' },
  'identity/info': { userId: '1' },
  'ledger/export-account': { ...DAYS, account: 'treasury' },
  'ledger/export-results': DAYS,
  'ledger/get-account': { ...DAYS, account: 'treasury' },
  'ledger/get-results': DAYS,
  'market/get-details': { size: 1 },
  'notices/set-mail-choice': { kind: 'deposit' },
  'preferences/set': { name: 'favourites', version: 0, value: '[]' },
  // These name an order by its id or by clientOrderId.
  'spot/amend-order': { clientOrderId: '' },
  'spot/cancel-order': { clientOrderId: '' },
  'spot/get-order': { clientOrderId: '' },
  'treasury/move-capital': { from: 'treasury', to: 'fees' },
  'wallet/export-for-taxes': { form: 'koinly' },
  'wallet/get-record-postings': { kind: 'order' },
  'wallet/transfer': { type: 1 },
  'kyc/get-photo': { side: 'front' },
  'kyc/reject': { rejection: 'expired' },
  'kyc/upload-photo': { side: 'front' },
  'vouchers/approve': { txid: 'ab'.repeat(32) },
  'vouchers/reject': { rejection: 'not-found' },
  'wallet/get-totals': { kind: 'fill' },
};

export function fieldsOf(call: Call): readonly string[] {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
  return Object.keys(schema.properties ?? {});
}

/** In the back office a chat is its number. Acts are only planned. */
const OF_OPERATORS = {
  act: 1,
  cancelOnly: true,
  chat: 1,
  cost: '0',
  find: '1',
  isTaking: true,
  key: 'sample-key',
  kind: 'trading',
  mayPurchase: false,
  name: 'sample-operator',
  on: 4_000_000_000_000,
  output: 0,
  pair: 'BTC/USDT',
  reason: 'a sample reason',
  rejection: 'law',
  step: 'plan',
  title: 'Sample',
  user: 1000,
};

export function sampleInput(call: Call): Record<string, unknown> {
  const ofAccess = call.prefixes[0] === '/operator/app' ? OF_OPERATORS : {};
  const values: Readonly<Record<string, unknown>> = {
    ...SAMPLE_FIELDS,
    ...ofAccess,
    ...EXCEPTIONS[call.name],
  };
  return Object.fromEntries(
    fieldsOf(call)
      .filter((field) => field in values)
      .map((field) => [field, values[field]]),
  );
}
