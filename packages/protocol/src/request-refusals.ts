/** Refusals that any call can meet: of the request as such, and of its session. */
import type { RefusalText } from './refusal-text.ts';

export const requestRefusals = {
  'request/invalid': {
    code: 1001,
    kind: 'final',
    en: 'Check {field}: {reason}',
    zh: '请检查 {field}：{reason}',
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
    en: 'The platform is starting. Try again shortly',
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
    en: 'The platform is busy right now. Try again shortly',
    zh: '平台繁忙，请稍后再试',
  },
  'request/method': {
    code: 1022,
    kind: 'final',
    en: 'Only GET, HEAD and POST requests are answered',
    zh: '仅支持 GET、HEAD 和 POST 请求',
  },
  'request/wrong-host': {
    code: 1023,
    kind: 'final',
    en: 'This is not the address of the platform. Its operator sets it as PUBLIC_URL',
    zh: '该地址不是平台地址，请由平台管理员设置 PUBLIC_URL',
  },
  'request/maintenance': {
    code: 1031,
    kind: 'transient',
    en: 'Maintenance until about {until}. You can read everything and cancel orders; nothing was changed',
    zh: '系统维护中，预计 {until} 恢复。期间可查看和撤单，未作任何更改',
  },
  'request/daily-limit': {
    code: 1024,
    kind: 'transient',
    en: 'Today’s limit of this is reached. Try again tomorrow',
    zh: '今日此类操作次数已达上限，请明天再试',
  },
  'request/no-room': {
    code: 1025,
    kind: 'transient',
    en: 'We are short of storage. You can look and cancel. Nothing was changed',
    zh: '存储空间不足，目前可查看和撤单，未作任何更改',
  },
  'request/key-malformed': {
    code: 1032,
    kind: 'final',
    en: 'Send your API key in the header X-MBX-APIKEY',
    zh: '请在请求头 X-MBX-APIKEY 中发送 API Key',
  },
  'request/unknown-key': {
    code: 1033,
    kind: 'final',
    en: 'This API key is unknown, or may not do this, or not from this address',
    zh: 'API Key 不存在、无此权限，或不允许从该地址使用',
  },
  'request/wrong-signature': {
    code: 1034,
    kind: 'final',
    en: 'The signature is not that of this request',
    zh: '签名与请求不符',
  },
  'request/wrong-time': {
    code: 1035,
    kind: 'transient',
    en: 'The timestamp is outside of the recvWindow. Set your clock by /api/v3/time',
    zh: 'timestamp 超出 recvWindow，请按 /api/v3/time 校准时钟',
  },
  'request/repeated': {
    code: 1036,
    kind: 'final',
    en: 'This signed request has been sent before. Sign a new one',
    zh: '该签名请求已提交过，请重新签名',
  },
  'request/too-many-orders': {
    code: 1037,
    kind: 'transient',
    en: 'Too many new orders. See the header X-MBX-ORDER-COUNT',
    zh: '下单过于频繁，请参考响应头 X-MBX-ORDER-COUNT',
  },
  'request/banned': {
    code: 1038,
    kind: 'transient',
    en: 'Too many requests after the limit was reached. Requests from this network are refused for a while',
    zh: '超限后仍持续请求，该网络的请求将被暂时拒绝',
  },
  'session/invalid': {
    code: -2,
    kind: 'final',
    en: 'Please login first',
    zh: '请先登录',
  },
} as const satisfies Record<string, RefusalText>;
