/**
 * The Chinese texts of the reasons that 'request/invalid' gives. In English the reasons are the
 * texts.
 */

const REASONS_ZH: Readonly<Record<string, string>> = {
  'is required': '必填',
  'is not a field of this call': '该接口没有此字段',
  'is required, or clientOrderId': '必填，或填 clientOrderId',
  'only with GTC or POST_ONLY': '仅适用于 GTC 或 POST_ONLY',
  'up to 100, with at most 4 decimals': '最多 100，最多 4 位小数',
  'not a field of this order': '该委托没有此字段',
  'not a plain number': '不是有效数字',
  'not a whole number': '不是有效整数',
  'not offered': '不在可选范围内',
  'not text': '须为文本',
  'send more than 15 digits as text': '超过 15 位的数字请以文本发送',
  'true or false': '须为 true 或 false',
  '1 to 36 letters, digits or . _ : -': '须为 1 至 36 位字母、数字或 . _ : -',
  '1 to 64 letters, digits or . _ : -': '须为 1 至 64 位字母、数字或 . _ : -',
  'not an id': '编号无效',
  'not a coin': '币种无效',
  'not a symbol': '交易对无效',
  'not a list of symbols': '交易对列表无效',
  'names a symbol twice': '交易对不能重复',
  'not a permission': '权限无效',
  'not a list of permissions': '权限列表无效',
  '1m to 59m, 1h to 23h or 1d to 7d': '须为 1m 至 59m、1h 至 23h 或 1d 至 7d',
  'not an e-mail address': '邮箱格式不正确',
  'six digits': '须为 6 位数字',
  'six or twelve digits': '须为 6 位或 12 位数字',
  'a letter, then 7 to 24 letters or digits': '以字母开头，后跟 7 至 24 位字母或数字',
  'not valid JSON': '不是有效的 JSON',
  'has too many fields': '字段过多',
  'is nested too deeply': '嵌套过深',
  'is taken': '已被使用',
  'accept the user agreement': '请同意用户协议',
  'confirm with true': '请以 true 确认',
  'confirm that the document is your own': '请确认证件为本人所有',
  'not a country': '国家/地区无效',
  'the name as printed': '请按证件填写姓名',
  '4 to 24 letters, digits or spaces': '须为 4 至 24 位字母、数字或空格',
  'not our own site': '来源不被允许',
  'a GET has no body': 'GET 请求不能带正文',
  'came too slowly': '请求发送过慢',
  'not valid HTTP': '不是有效的 HTTP 请求',
  'not valid percent encoding': '百分号编码无效',
  'was sent twice': '重复提交',
  'is no WebSocket handshake': '不是 WebSocket 握手请求',
  'send application/json or application/x-www-form-urlencoded':
    '请使用 application/json 或 application/x-www-form-urlencoded',
  'send application/x-www-form-urlencoded': '请使用 application/x-www-form-urlencoded',
  'is invalid': '无效',
  'milliseconds since 1970': '须为 1970 年以来的毫秒数',
  'has no method': '缺少 method',
  'is not one of this connection': '不属于该连接',
  'is needed with `to`': '填写 to 时必填',
  'is needed with `from`': '填写 from 时必填',
  'not a price of the pair': '不是该交易对的有效价格',
  'not of an HMAC key': '不适用于 HMAC 密钥',
  'GTC for an order with icebergQty': '使用 icebergQty 时须为 GTC',
  'not before startTime': '不能早于 startTime',
  'at most 24 hours after startTime': '最多晚于 startTime 24 小时',
  'LIMIT, LIMIT_MAKER or MARKET': '须为 LIMIT、LIMIT_MAKER 或 MARKET',
};

export function reasonInChinese(reason: string): string {
  for (const [english, chinese] of REASONS_WITH_VALUES_ZH)
    if (english.test(reason)) return reason.replace(english, chinese);
  return REASONS_ZH[reason] ?? '格式不正确';
}

const REASONS_WITH_VALUES_ZH: readonly (readonly [RegExp, string])[] = [
  [/^at most (\d+) decimals$/, '最多 $1 位小数'],
  [/^from (\d+) to (\d+)$/, '须在 $1 至 $2 之间'],
  [/^from (\S+:\d\d) to (\S+:\d\d)$/, '须在 $1 至 $2 之间'],
  [/^from (\d+) to (\d+) symbols$/, '须为 $1 至 $2 个交易对'],
  [/^8 to (\d+) characters, the first a letter$/, '8 至 $1 个字符，首位为字母'],
  [/^up to (\d+)$/, '最多 $1'],
  [/^at most (\d+)$/, '最多 $1'],
  [/^no stream is called (.*)$/s, '没有名为 $1 的行情流'],
  [/^not together with (\S+)$/, '不能与 $1 同时填写'],
  [/^candles of (\S+) are those of UTC$/, '$1 的 K 线以 UTC 为准'],
  [/^at least (\d+) characters$/, '至少 $1 个字符'],
  [/^at most (\d+) characters$/, '最多 $1 个字符'],
  [/^one of (.+)$/s, '须为以下之一：$1'],
  [/^not taken by (\S+) buy orders$/, '$1 类型的买单不使用此字段'],
  [/^not taken by (\S+) sell orders$/, '$1 类型的卖单不使用此字段'],
];
