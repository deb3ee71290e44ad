/** Refusals of API keys. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'api-keys/too-many': {
    code: 3001,
    kind: 'final',
    en: 'You have {count} API keys already. End one first',
    zh: '你已有 {count} 个 API 密钥，请先停用一个',
  },
  'api-keys/full': {
    code: 3002,
    kind: 'transient',
    en: 'The platform keeps no more API keys at the moment',
    zh: '平台暂时无法创建更多 API 密钥',
  },
  'api-keys/public-key-missing': {
    code: 3003,
    kind: 'final',
    en: 'Paste your public key',
    zh: '请粘贴公钥',
  },
  'api-keys/public-key-invalid': {
    code: 3004,
    kind: 'final',
    en: 'Paste a public key in PEM form: Ed25519, or RSA of 2048 to 4096 bits',
    zh: '请粘贴 PEM 格式的公钥：Ed25519，或 2048 至 4096 位的 RSA',
  },
  'api-keys/private-key': {
    code: 3005,
    kind: 'final',
    en: 'This is your private key: keep it, and show it to nobody. Paste the public key',
    zh: '这是私钥，请自行保管，切勿提供给任何人。请粘贴公钥',
  },
  'api-keys/public-key-taken': {
    code: 3006,
    kind: 'final',
    en: 'Another API key has this public key. Make a new pair',
    zh: '该公钥已用于另一个 API 密钥，请生成新的密钥对',
  },
  'api-keys/network-invalid': {
    code: 3007,
    kind: 'final',
    en: '“{text}” is no IP address, and no network such as 203.0.113.0/24',
    zh: '“{text}”不是 IP 地址，也不是网段（如 203.0.113.0/24）',
  },
  'api-keys/network-wide': {
    code: 3008,
    kind: 'final',
    en: '“{text}” is too many addresses: at most /16 of IPv4 and /32 of IPv6',
    zh: '“{text}”包含的地址过多：IPv4 最大 /16，IPv6 最大 /32',
  },
  'api-keys/withdraw-needs-network': {
    code: 3009,
    kind: 'final',
    en: 'A key that may withdraw needs an allowed IP address',
    zh: '可提现的密钥必须设置允许的 IP 地址',
  },
  'api-keys/expire-time': {
    code: 3010,
    kind: 'final',
    en: 'Choose an end in the next {days} days',
    zh: '请选择 {days} 天之内的到期时间',
  },
} as const satisfies Record<string, RefusalText>;
