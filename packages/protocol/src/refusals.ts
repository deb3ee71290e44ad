/**
 * Every refusal of the platform: its stable name, its number in the envelope, whether a retry can
 * help, and its text. Only one place turns them into replies. docs/generated/errors.md is generated
 * from this list.
 */
import { identityRefusals } from './identity/refusals.ts';
import { kycRefusals } from './kyc/refusals.ts';
import type { RefusalText } from './refusal-text.ts';

export const REFUSALS = {
  'request/invalid': {
    code: 1001,
    kind: 'final',
    en: 'Check {field}: {reason}',
    zh: '请检查{field}：{reason}',
  },
  'request/too-many': {
    code: 1002,
    kind: 'transient',
    en: 'Too many attempts. Please try again later',
    zh: '操作过于频繁，请稍后再试',
  },
  'request/unknown-route': { code: 1003, kind: 'final', en: 'There is no such call', zh: '接口不存在' },
  'request/too-large': { code: 1004, kind: 'final', en: 'The request is too large', zh: '请求内容过大' },
  'request/not-ready': {
    code: 1005,
    kind: 'transient',
    en: 'The platform is starting. Please try again shortly',
    zh: '平台正在启动，请稍后再试',
  },
  'request/failed': {
    code: 1006,
    kind: 'transient',
    en: 'Something went wrong on our side. Nothing was changed',
    zh: '系统出现问题，未作任何更改',
  },
  'request/key-reused': {
    code: 1007,
    kind: 'final',
    en: 'This idempotency key was used for a different request',
    zh: '该幂等键已用于其他请求',
  },
  'request/not-found': { code: 1008, kind: 'final', en: 'Not found', zh: '未找到' },
  'request/busy': {
    code: 1021,
    kind: 'transient',
    en: 'The platform is busy right now. Please try again shortly',
    zh: '平台繁忙，请稍后再试',
  },
  'request/method': {
    code: 1022,
    kind: 'final',
    en: 'Requests are made by GET, HEAD or POST',
    zh: '仅支持 GET、HEAD 和 POST 请求',
  },
  'request/wrong-host': {
    code: 1023,
    kind: 'final',
    en: 'This is not the address of the platform. Its operator sets it as PUBLIC_URL',
    zh: '该地址不是平台地址，请由平台管理员设置 PUBLIC_URL',
  },
  'session/invalid': {
    code: -2,
    kind: 'final',
    en: 'Your session has ended. Please log in again',
    zh: '登录已失效，请重新登录',
  },
  ...identityRefusals,
  ...kycRefusals,
  'market/unknown-pair': {
    code: 1301,
    kind: 'final',
    en: 'This trading pair does not exist',
    zh: '交易对不存在',
  },
  'market/no-price': {
    code: 1302,
    kind: 'transient',
    en: 'There is no current price for this pair',
    zh: '该交易对暂无最新价格',
  },
  'wallet/insufficient-balance': {
    code: 1401,
    kind: 'final',
    en: 'Insufficient available balance',
    zh: '可用余额不足',
  },
  'wallet/amount-missing': {
    code: 1402,
    kind: 'final',
    en: 'Please enter the transfer amount',
    zh: '请输入划转数量',
  },
  'wallet/unknown-asset': { code: 1403, kind: 'final', en: 'This coin does not exist', zh: '币种不存在' },
  'wallet/limit-reached': {
    code: 1404,
    kind: 'final',
    en: 'The platform cannot hold more of this coin',
    zh: '平台该币种数量已达上限',
  },
  'wallet/account-unknown': {
    code: 1405,
    kind: 'final',
    en: 'This account does not exist',
    zh: '账户不存在',
  },
  'wallet/address-invalid': {
    code: 1451,
    kind: 'final',
    en: 'This is not an address of this network, or it has a typing error',
    zh: '地址与该网络不符，或输入有误',
  },
  'wallet/address-known': {
    code: 1452,
    kind: 'final',
    en: 'This address is in your book already',
    zh: '该地址已在地址簿中',
  },
  'wallet/too-many-addresses': {
    code: 1453,
    kind: 'final',
    en: 'The book holds at most 100 addresses',
    zh: '地址簿最多保存 100 个地址',
  },
  'wallet/chain-unknown': {
    code: 1454,
    kind: 'final',
    en: 'This coin does not travel on this network',
    zh: '该币种不支持此网络',
  },
  'spot/price-missing': {
    code: 1501,
    kind: 'final',
    en: 'Please enter a suitable price',
    zh: '请输入合适的价格',
  },
  'spot/amount-missing': { code: 1502, kind: 'final', en: 'Please enter the quantity', zh: '请输入数量' },
  'spot/price-out-of-range': {
    code: 1503,
    kind: 'final',
    en: 'The price is too far from the market',
    zh: '价格偏离市场过大',
  },
  'spot/price-off-tick': {
    code: 1504,
    kind: 'final',
    en: 'The price has too many decimals for this pair',
    zh: '价格小数位数过多',
  },
  'spot/amount-off-lot': {
    code: 1505,
    kind: 'final',
    en: 'The quantity has too many decimals for this pair',
    zh: '数量小数位数过多',
  },
  'spot/below-minimum': {
    code: 1506,
    kind: 'final',
    en: 'The order is below the minimum value',
    zh: '低于最小下单金额',
  },
  'spot/above-maximum': {
    code: 1507,
    kind: 'final',
    en: 'The order is above the maximum value',
    zh: '超过最大下单金额',
  },
  'spot/no-liquidity': {
    code: 1508,
    kind: 'transient',
    en: 'Nobody is on the other side of the book right now',
    zh: '当前没有对手盘',
  },
  'spot/too-many-orders': {
    code: 1509,
    kind: 'transient',
    en: 'You have reached the limit of open orders',
    zh: '未完成委托数量已达上限',
  },
  'spot/would-take': {
    code: 1510,
    kind: 'transient',
    en: 'A post-only order would have traded at once',
    zh: '只做 Maker 的委托会立即成交',
  },
  'spot/would-not-fill': {
    code: 1511,
    kind: 'transient',
    en: 'The order cannot be filled in full at once',
    zh: '委托无法立即全部成交',
  },
  'spot/unknown-order': {
    code: 1512,
    kind: 'final',
    en: 'This order does not exist or is no longer open',
    zh: '委托不存在或已结束',
  },
  'market/halted': {
    code: 1303,
    kind: 'transient',
    en: 'Trading in this pair is halted. Open orders can be cancelled',
    zh: '该交易对已暂停交易，可撤销未成交委托',
  },
  'spot/trigger-missing': {
    code: 1514,
    kind: 'final',
    en: 'Please enter the trigger price, or a distance to follow the price at',
    zh: '请输入触发价或回调幅度',
  },
  'spot/would-trigger': {
    code: 1515,
    kind: 'final',
    en: 'The trigger is on the wrong side of the index price, or reached already',
    zh: '触发价方向不正确或已达到',
  },
  'spot/cannot-amend': {
    code: 1516,
    kind: 'final',
    en: 'Only resting orders can be changed. Cancel this one and place a new one',
    zh: '仅可修改挂单，请撤单后重新下单',
  },
  'seconds-contract/amount-missing': {
    code: 1601,
    kind: 'final',
    en: 'Please enter the open amount',
    zh: '请输入开仓数量',
  },
  'seconds-contract/below-minimum': {
    code: 1602,
    kind: 'final',
    en: 'The amount is below the minimum limit',
    zh: '低于最小限额',
  },
  'seconds-contract/above-maximum': {
    code: 1603,
    kind: 'final',
    en: 'The amount is above the maximum limit',
    zh: '超过最大限额',
  },
  'seconds-contract/unknown-duration': {
    code: 1604,
    kind: 'final',
    en: 'This duration is not offered',
    zh: '不支持该时长',
  },
  'seconds-contract/reserve-short': {
    code: 1605,
    kind: 'transient',
    en: 'The reserve cannot cover this payout right now. Try a smaller amount',
    zh: '准备金暂时不足以覆盖该收益，请减小数量',
  },
  'seconds-contract/not-offered': {
    code: 1606,
    kind: 'final',
    en: 'Seconds contracts are not offered for this pair',
    zh: '该交易对不支持秒合约',
  },
  'seconds-contract/too-many-positions': {
    code: 1607,
    kind: 'transient',
    en: 'You have reached the limit of open positions',
    zh: '持仓数量已达上限',
  },
  'seconds-contract/user-limit': {
    code: 1608,
    kind: 'transient',
    en: 'Your open stakes on this pair have reached the limit',
    zh: '你在该交易对的未结算投入已达上限',
  },
  'seconds-contract/platform-limit': {
    code: 1609,
    kind: 'transient',
    en: 'Open stakes on this pair have reached the limit of the platform. Please try again later',
    zh: '该交易对的平台未结算投入已达上限，请稍后再试',
  },
} as const satisfies Record<string, RefusalText>;

export type RefusalName = keyof typeof REFUSALS;

/** A refusal of a call: its name, and the values of its text's parameters. */
export interface Refusal {
  readonly error: RefusalName;
  readonly params?: Readonly<Record<string, string>>;
  /** The invalid field of the request, if any. */
  readonly field?: string;
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'error' in value && String(value.error) in REFUSALS;
}
