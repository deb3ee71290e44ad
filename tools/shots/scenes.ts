/** The subjects of `npx glasshouse shots`: pages by user, language, theme and size. */
import type { OfficeRole } from './office-people.ts';

/** A visitor, a user who has traded, a new user without any data; and operators by their roles. */
export type Who = 'visitor' | 'trader' | 'newcomer' | OfficeRole;
export interface Look {
  readonly language: 'en-US' | 'zh-CN';
  readonly theme: 'dark' | 'light';
}
export const LOOKS: readonly Look[] = [
  { language: 'en-US', theme: 'dark' },
  { language: 'zh-CN', theme: 'light' },
  { language: 'en-US', theme: 'light' },
  { language: 'zh-CN', theme: 'dark' },
];
/** The languages differ in width and the themes in colour; these two looks cover both. */
export const TWO_LOOKS = LOOKS.slice(0, 2);

export interface Screen {
  readonly width: number;
  readonly height: number;
}
/** The screen on which a page is opened and checked by axe. */
export const SCREEN: Screen = { width: 1440, height: 900 };
/** The smallest supported width. */
export const NARROW: Screen = { width: 1300, height: 900 };
/** The small screen of operators. */
export const LAPTOP: Screen = { width: 1366, height: 657 };
/** Large screens of traders. */
const WIDE: readonly Screen[] = [
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
];

/** Pages of one user in the same looks and on the same screens. */
export interface Series {
  readonly who: Who;
  readonly pages: readonly string[];
  readonly looks: readonly Look[];
  /** Further screens after the first picture. */
  readonly more: readonly Screen[];
}
const DESK = ['main', 'market', 'trade', 'scontract'];
/** What is sold, and what of it a user has. */
const PRODUCTS = [
  'finance/list',
  'pool/list',
  'fund/list',
  'fund/detail?fund=1',
  'subscribe/list',
  'subscribe/detail?project=1',
];
const OWN_PRODUCTS = [
  'finance/record',
  'pool/record',
  'fund/record',
  'subscribe/record',
  'account/trade?tab=products',
];
/** About the platform, its documents, help and fees. */
const ABOUT = [
  'about/us',
  'about/us?view=books',
  'about/protocol',
  'about/protocol?version=1',
  'about/legal',
  'about/legal?view=fees',
  'about/legal?view=fees&calc=contract',
  'about/connect',
  'about/connect?topic=security',
  'about/connect?article=deposit-step-by-step',
  'about/connect?article=withdrawal-held',
  'about/connect?article=break-even',
  'about/connect?q=withdrawal',
  'about/connect?q=zebra',
];
/** Its status is 404, which the console tells. Visitors are sent to log in. */
export const NO_SUCH_PAGE = 'no-such-page';
const ACCOUNT = ['account/assert/2', 'account/portfolio', 'account/trade?type=4'];
/** The addresses of the back office begin with this; those of the site with 'pc/'. */
export const OFFICE_PATH = 'operator/';
const OFFICE = [
  'dashboard',
  'inbox',
  'replies',
  'withdrawals',
  'identity',
  'vouchers',
  'watch',
  'people',
  'markets',
  'products',
  'products?view=contracts',
  'products?view=tiers',
  'treasury',
  'ledger',
  'ledger?view=results',
  'ledger?view=account',
  'ledger?view=account&account=treasury&coin=USDT',
  'networks',
  'parameters',
  'notices',
  'acts',
  'acts?list=all',
  'operators',
  'audit',
].map((page) => OFFICE_PATH + page);
const OFFICE_LOOKED_AT = ['dashboard', 'withdrawals', 'treasury', 'inbox'].map((page) => OFFICE_PATH + page);
export const SERIES: readonly Series[] = [
  { who: 'visitor', pages: [...DESK, 'login/login', 'login/register'], looks: LOOKS, more: [] },
  { who: 'newcomer', pages: DESK, looks: LOOKS, more: [NARROW, ...WIDE] },
  { who: 'newcomer', pages: ACCOUNT, looks: TWO_LOOKS, more: [] },
  {
    who: 'visitor',
    pages: ['login/forget', ...ABOUT],
    looks: TWO_LOOKS,
    more: [NARROW],
  },
  { who: 'visitor', pages: PRODUCTS, looks: TWO_LOOKS, more: [] },
  { who: 'newcomer', pages: [NO_SUCH_PAGE, ...OWN_PRODUCTS], looks: TWO_LOOKS, more: [] },
  { who: 'trader', pages: [...PRODUCTS, ...OWN_PRODUCTS], looks: TWO_LOOKS, more: [NARROW] },
  {
    who: 'trader',
    pages: [
      'account/assert/1',
      'account/assert/3',
      'account/dui',
      'account/withdrawel',
      'account/recharge',
      'account/recharge?by=voucher',
      'setting/safty',
      'setting/verify',
      'setting/address',
      'setting/api',
      'setting/message',
      'setting/invite',
      'login/modify',
    ],
    looks: TWO_LOOKS,
    more: [],
  },
  { who: 'trader', pages: DESK, looks: LOOKS, more: [NARROW, ...WIDE] },
  { who: 'trader', pages: ACCOUNT, looks: LOOKS, more: [NARROW] },
  { who: 'admin', pages: OFFICE, looks: LOOKS, more: [LAPTOP] },
  { who: 'auditor', pages: OFFICE_LOOKED_AT, looks: TWO_LOOKS, more: [LAPTOP] },
];
