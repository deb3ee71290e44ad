/** Refusals of the wallet. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'wallet/insufficient-balance': {
    code: 1401,
    kind: 'final',
    en: 'Insufficient available balance',
    zh: '可用余额不足',
    program: { code: -2010, msg: 'Account has insufficient balance for requested action.' },
  },
  'wallet/amount-missing': {
    code: 1402,
    kind: 'final',
    en: 'Enter transfer amount',
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
  'wallet/same-account': {
    code: 1411,
    kind: 'final',
    en: 'Choose two different accounts',
    zh: '请选择两个不同的账户',
  },
  'wallet/held': {
    code: 1406,
    kind: 'transient',
    en: 'This amount, or what it was exchanged for, is held for now. The list of holds says why and until when',
    zh: '该金额（或由其兑换所得）暂被限制转出，原因和解除时间请见限制列表',
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
    en: 'This address is in your address book already',
    zh: '该地址已在地址簿中',
  },
  'wallet/too-many-addresses': {
    code: 1453,
    kind: 'final',
    en: 'The address book holds at most 100 addresses',
    zh: '地址簿最多保存 100 个地址',
  },
  'wallet/chain-unknown': {
    code: 1454,
    kind: 'final',
    en: 'This coin is not offered on this network',
    zh: '该币种不支持此网络',
  },
  'wallet/address-nobodys': {
    code: 1455,
    kind: 'final',
    en: 'Nobody has the key of this address: what is sent there is lost',
    zh: '该地址无人持有私钥，转入的资产将无法找回',
  },
  'wallet/address-of-contract': {
    code: 1456,
    kind: 'final',
    en: 'This is the contract of a coin, not a wallet: what is sent there is lost',
    zh: '这是币种的合约地址，不是钱包地址，转入的资产将无法找回',
  },
  'wallet/address-of-platform': {
    code: 1457,
    kind: 'final',
    en: 'This address belongs to the platform, which could credit nobody with what is sent there',
    zh: '该地址属于平台自身，转入后无法记入任何账户',
  },
  'wallet/memo-unused': {
    code: 1458,
    kind: 'final',
    en: 'This network has no tag or memo. Leave it empty',
    zh: '该网络没有标签/Memo，请留空',
  },
  'wallet/tag-invalid': {
    code: 1459,
    kind: 'final',
    en: 'A tag of this network is a whole number from 0 to 4294967295',
    zh: '该网络的标签是 0 至 4294967295 的整数',
  },
  'wallet/memo-invalid': {
    code: 1460,
    kind: 'final',
    en: 'A memo has at most 64 letters, digits and signs of a plain keyboard',
    zh: 'Memo 最多 64 个字符，仅限英文字母、数字和半角符号',
  },
} as const satisfies Record<string, RefusalText>;
