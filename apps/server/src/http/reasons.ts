/**
 * The Chinese texts of the reasons that 'request/invalid' gives. In English the reasons are the
 * texts.
 */

const REASONS_ZH: Readonly<Record<string, string>> = {
  'is required': '必填',
  'is required, or clientOrderId': '必填，或填 clientOrderId',
  'not together with id': '不能与 id 同时填写',
  'not a plain number': '不是有效数字',
  'not a whole number': '不是有效整数',
  'not offered': '不在可选范围内',
  'not text': '须为文本',
  'send more than 15 digits as text': '超过 15 位的数字请以文本发送',
  'true or false': '须为 true 或 false',
  '1 to 36 letters, digits or . _ : -': '须为 1-36 位字母、数字或 . _ : -',
  '1 to 64 letters, digits or . _ : -': '须为 1-64 位字母、数字或 . _ : -',
  'not an id': '编号无效',
  'not a coin': '币种无效',
  'not a symbol': '交易对无效',
  'not an e-mail address': '邮箱格式不正确',
  'six digits': '须为 6 位数字',
  '8 to 24 characters, the first a letter': '8-24 个字符，首位为字母',
  'a letter, then 7 to 24 letters or digits': '以字母开头，后跟 7-24 位字母或数字',
  'at least 6 characters': '至少 6 个字符',
  'not valid JSON': '不是有效的 JSON',
  'is taken': '已被使用',
  'not our own site': '来源不被允许',
  'a GET has no body': 'GET 请求不能带正文',
  'came too slowly': '请求发送过慢',
  'not valid HTTP': '不是有效的 HTTP 请求',
};

export function reasonInChinese(reason: string): string {
  const decimals = /^at most (\d+) decimals$/.exec(reason)?.[1];
  if (decimals !== undefined) return `最多 ${decimals} 位小数`;
  return REASONS_ZH[reason] ?? '格式不正确';
}
