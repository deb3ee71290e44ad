/** Refusals and reasons of postings that every product of fixed terms has, under its own name. */
import type { ReasonText } from './reason-text.ts';
import type { RefusalText } from './refusal-text.ts';
import { FUND_PASSWORD_REFUSALS } from './fund-password.ts';

type Words = Pick<RefusalText, 'en' | 'zh'>;

/** In the order of their codes. */
const FAULTS = {
  'amount-missing': { kind: 'final', en: 'Enter purchase quantity', zh: '请输入购买数量' },
  'unknown-offer': { kind: 'final', en: 'There is no such product', zh: '没有该产品' },
  'not-on-sale': { kind: 'final', en: 'This product is not on sale now', zh: '该产品当前不在售' },
  'terms-changed': {
    kind: 'final',
    en: 'The terms have changed since you saw them. Look at them again',
    zh: '条款已变更，请重新查看',
  },
  'below-minimum': { kind: 'final', en: 'Input below minimum limit', zh: '输入低于最小限额' },
  'quota-exceeded': {
    kind: 'transient',
    en: 'Less is left of this product than you want to buy',
    zh: '该产品剩余额度不足',
  },
  'owner-limit': {
    kind: 'final',
    en: 'You would hold more of this product than one person may',
    zh: '超过该产品的个人限额',
  },
  'too-many-orders': {
    kind: 'transient',
    en: 'You have 200 open orders, the most there can be',
    zh: '未到期的订单已达 200 笔上限',
  },
  'reserve-short': {
    kind: 'transient',
    en: 'The reserve cannot cover the interest right now. Try a smaller amount',
    zh: '准备金暂时不足以覆盖该利息，请减小数量',
  },
} as const satisfies Record<string, Omit<RefusalText, 'code'>>;
type Fault = keyof typeof FAULTS;

/** `firstCode` and the eight codes after it. A product may word a refusal of its own. */
export function fixedTermRefusals<const F extends string>(
  feature: F,
  firstCode: number,
  own: Partial<Readonly<Record<Fault, Words>>> = {},
) {
  const list = Object.entries<Omit<RefusalText, 'code'>>(FAULTS).map(([fault, usual], i) => {
    return [`${feature}/${fault}`, { code: firstCode + i, ...usual, ...own[fault as Fault] }];
  });
  return Object.fromEntries(list) as Readonly<Record<`${F}/${Fault}`, RefusalText>>;
}

/** The refusals of a purchase, in the order of its checks. */
export const fixedTermFaults = <const F extends string>(feature: F) =>
  [
    `${feature}/unknown-offer`,
    `${feature}/not-on-sale`,
    `${feature}/terms-changed`,
    `${feature}/amount-missing`,
    `${feature}/below-minimum`,
    `${feature}/quota-exceeded`,
    `${feature}/owner-limit`,
    `${feature}/too-many-orders`,
    `${feature}/reserve-short`,
    'wallet/insufficient-balance',
    'wallet/held',
    ...FUND_PASSWORD_REFUSALS,
  ] as const;

const OWN = { record: 'product', side: 'own', line: 'other' } as const;
const INTEREST = { record: 'product', side: 'product-reserve', line: 'products' } as const;

/** What the reasons of postings are called. `interest` is the last one, as the product names it. */
export function fixedTermReasons<const F extends string, const I extends string>(
  feature: F,
  interest: I,
  words: Readonly<Record<'bought' | 'reserved' | 'returned' | 'interest', Words>>,
) {
  const list: Readonly<Record<string, ReasonText>> = {
    [`${feature}-bought`]: { ...words.bought, shown: OWN },
    [`${feature}-reserved`]: { ...words.reserved, shown: null },
    [`${feature}-returned`]: { ...words.returned, shown: OWN },
    [`${feature}-${interest}`]: { ...words.interest, shown: INTEREST },
  };
  return list as {
    readonly [K in `${F}-bought` | `${F}-returned`]: Words & { readonly shown: typeof OWN };
  } & {
    readonly [K in `${F}-reserved`]: Words & { readonly shown: null };
  } & { readonly [K in `${F}-${I}`]: Words & { readonly shown: typeof INTEREST } };
}
