/** States of the back office's pages in `npx glasshouse shots`. */
import type { Locator, Page } from '@playwright/test';
import { OFFICE_PATH } from './scenes.ts';
import type { State } from './states.ts';

/** Longer than the ages that operators aim at. */
const LATE_MS = 3 * 86_400_000 + 4 * 3_600_000;
const SETTLE_MS = 2500;
const REASON = 'Told by telephone that the phone is gone';

const row = (page: Page, at = 0): Locator =>
  page
    .getByRole('grid')
    .getByRole('row')
    .nth(at + 1);
/** The decision column. */
const column = (page: Page): Locator => page.getByRole('main').getByRole('region').last();
const button = (page: Page, name: RegExp): Locator => column(page).getByRole('button', { name });
const giveReason = (page: Page) => page.getByLabel(/^(Reason|理由)$/).fill(REASON);
const openFirst = (page: Page): Promise<void> => row(page).click();

async function reject(page: Page): Promise<void> {
  await openFirst(page);
  await button(page, /^(Reject…|驳回…)$/).click();
  await page.getByRole('dialog').getByRole('radio').nth(1).check();
}

async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await page.keyboard.press('Enter');
}

/** The customer whose account has the most. */
async function openPerson(page: Page): Promise<void> {
  await find(page, 'lantern');
  await openFirst(page);
}

/** The pages answer no more, but for who is logged in. */
async function failCalls(page: Page): Promise<void> {
  await page.route('**/operator/app/**', (route) =>
    /getSelf/.test(route.request().url()) ? route.continue() : route.abort(),
  );
  await page.reload();
  await page
    .getByRole('button', { name: /^(Try again|重试)$/ })
    .first()
    .waitFor();
}

const QUEUES = [
  'inbox',
  'replies',
  'withdrawals',
  'identity',
  'vouchers',
  'watch',
  'people',
  'notices',
  'acts',
];
const LISTS = [
  'dashboard',
  'markets',
  'products',
  'treasury',
  'ledger',
  'networks',
  'parameters',
  'operators',
  'audit',
];
const TABS = [
  ['orders', /^(Orders|委托)$/],
  ['deposits', /^(Deposits|充值)$/],
  ['withdrawals', /^(Withdrawals|提现)$/],
  ['sessions', /^(Sessions|设备)$/],
  ['logins', /^(Logins|登录记录)$/],
  ['invited', /^(Invited|邀请)$/],
  ['messages', /^(Messages|消息)$/],
  ['acts', /^(Acts|操作)$/],
] as const;

interface OfficeState extends Omit<State, 'target'> {
  /** Below the office's address. */
  readonly page: string;
}

const FORMS: readonly OfficeState[] = [
  { name: 'dashboard-late', page: 'dashboard', prepare: late },
  { name: 'withdrawals-late', page: 'withdrawals', prepare: late },
  { name: 'withdrawals-open', page: 'withdrawals', prepare: openFirst },
  { name: 'withdrawals-second', page: 'withdrawals?find=26000', prepare: async () => {} },
  { name: 'withdrawals-reject', page: 'withdrawals', prepare: reject },
  { name: 'withdrawals-all', page: 'withdrawals?view=all', prepare: async () => {} },
  { name: 'withdrawals-nothing-found', page: 'withdrawals?find=zzz', prepare: async () => {} },
  { name: 'withdrawals-unknown', page: 'withdrawals?id=999', prepare: async () => {} },
  { name: 'identity-open', page: 'identity', prepare: openFirst },
  { name: 'identity-reject', page: 'identity', prepare: reject },
  { name: 'identity-all', page: 'identity?view=all&id=3', prepare: async () => {} },
  { name: 'vouchers-open', page: 'vouchers', prepare: openFirst },
  {
    name: 'vouchers-fault',
    page: 'vouchers',
    prepare: async (page) => {
      await openFirst(page);
      await page.getByLabel(/^(Transaction|交易哈希)$/).fill('zz');
      await page.getByLabel(/^(The network shows|网络上的数量)$/).fill('-4');
      await giveReason(page);
    },
  },
  { name: 'vouchers-reject', page: 'vouchers', prepare: reject },
  { name: 'vouchers-all', page: 'vouchers?view=all&id=3', prepare: async () => {} },
  { name: 'inbox-chat', page: 'inbox?chat=2', prepare: async () => {} },
  { name: 'people-found', page: 'people', prepare: (page) => find(page, 'harbour') },
  { name: 'people-nothing-found', page: 'people', prepare: (page) => find(page, 'nobodyhere') },
  { name: 'people-unknown', page: 'people?user=99999999', prepare: async () => {} },
  { name: 'person', page: 'people', prepare: openPerson },
  {
    name: 'person-freeze',
    page: 'people',
    prepare: async (page) => {
      await openPerson(page);
      await button(page, /^(Trading|交易)$/).click();
      await giveReason(page);
    },
  },
  ...TABS.map(([name, text]) => ({
    name: `person-${name}`,
    page: 'people',
    prepare: async (page: Page) => {
      await openPerson(page);
      await page.getByRole('button', { name: text }).first().click();
    },
  })),
  { name: 'markets-open', page: 'markets', prepare: openFirst },
  {
    name: 'markets-terms',
    page: 'markets',
    prepare: async (page) => {
      await openFirst(page);
      await button(page, /^(Fees, bounds|手续费与限额)$/).click();
      await column(page).getByRole('textbox').first().fill('500');
      await giveReason(page);
    },
  },
  {
    name: 'markets-delist',
    page: 'markets',
    prepare: async (page) => {
      await openFirst(page);
      await button(page, /^(Delist|下架)$/).click();
      await page.getByLabel(/^(Time, UTC|时间（UTC）)$/).fill('soon');
    },
  },
  { name: 'markets-pair', page: 'markets?form=pair', prepare: async () => {} },
  {
    name: 'markets-coin',
    page: 'markets?form=coin',
    prepare: async (page) => {
      await page.getByLabel(/^(Code|代码)$/).fill('B');
      await page.getByLabel(/^(Name of the coin|币种名称)$/).fill('x');
      await page.getByLabel(/^(Decimals|小数位数)$/).fill('99');
      await giveReason(page);
    },
  },
  { name: 'products-open', page: 'products', prepare: openFirst },
  { name: 'products-new', page: 'products?open=new', prepare: giveReason },
  { name: 'products-fund', page: 'products?view=fund', prepare: openFirst },
  { name: 'products-contract', page: 'products?view=contracts', prepare: openFirst },
  { name: 'products-durations', page: 'products?view=contracts&open=durations', prepare: giveReason },
  { name: 'operators-open', page: 'operators', prepare: openFirst },
  { name: 'treasury-open', page: 'treasury', prepare: openFirst },
  {
    name: 'treasury-fault',
    page: 'treasury',
    prepare: async (page) => {
      await openFirst(page);
      await column(page).getByRole('textbox').first().fill('-4');
      await giveReason(page);
    },
  },
  { name: 'ledger-unknown', page: 'ledger?view=account&account=nobody', prepare: async () => {} },
  { name: 'networks-open', page: 'networks', prepare: openFirst },
  { name: 'parameters-open', page: 'parameters', prepare: openFirst },
  {
    name: 'parameters-fault',
    page: 'parameters',
    prepare: async (page) => {
      await openFirst(page);
      await page.getByLabel(/^(Value|值)$/).fill('-1');
      await giveReason(page);
    },
  },
  { name: 'notices-open', page: 'notices', prepare: openFirst },
  {
    name: 'notices-new',
    page: 'notices?open=new',
    prepare: async (page) => {
      await page.getByLabel(/^(Title in English|英文标题)$/).fill('Rest');
      await page.getByLabel(/^(Text in English|英文正文)$/).fill('Orders stay on the book.');
    },
  },
  { name: 'acts-own', page: 'acts', prepare: (page) => row(page, 1).click() },
  { name: 'acts-of-another', page: 'acts', prepare: openFirst },
  { name: 'acts-done', page: 'acts?list=all', prepare: (page) => row(page, 3).click() },
  {
    name: 'palette',
    page: 'dashboard',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('1001');
    },
  },
  { name: 'keys', page: 'dashboard', prepare: (page) => page.keyboard.press('?') },
  {
    name: 'log-in',
    page: '',
    who: 'visitor',
    prepare: async (page) => {
      await page.getByRole('button').last().waitFor();
    },
  },
  { name: 'looks-only', page: 'treasury', who: 'auditor', prepare: openFirst },
  {
    name: 'lost',
    page: 'withdrawals',
    offline: true,
    prepare: async (page) => {
      await openFirst(page);
      await page.context().setOffline(true);
    },
  },
];

export const OFFICE_STATES: readonly State[] = [
  ...QUEUES.map((page): OfficeState => ({
    name: `${page}-empty`,
    page,
    isEmpty: true,
    prepare: async () => {},
  })),
  ...[...QUEUES.filter((page) => page !== 'people'), ...LISTS].map((page): OfficeState => ({
    name: `${page}-failed`,
    page,
    offline: true,
    prepare: failCalls,
  })),
  ...FORMS,
].map(({ page, name, who = 'admin', ...state }) => ({
  ...state,
  who,
  name: `office-${name}`,
  target: OFFICE_PATH + page,
}));

/** What waits has waited for days. */
async function late(page: Page): Promise<void> {
  await page.clock.setSystemTime(Date.now() + LATE_MS);
  await page.reload();
  await page.waitForTimeout(SETTLE_MS);
}
