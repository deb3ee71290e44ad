/**
 * Goal: each claim of the marketing stands on its pages with the figure that makes it true, and an
 * operator changes or drops it while the server runs (R1.6). Method: real pages in both languages
 * beside the calls that the figures come from, on a server whose networks make a block every 15 s.
 */
import { expect, test, type Browser, type Page } from '@playwright/test';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import { beginAs } from './page-models/site.ts';
import { TestServer, type Session } from './server.ts';

type Claims = DataOf<CallNamed<'funding/get-claims'>>;
type Projects = DataOf<CallNamed<'subscription/get-projects'>>;
type Language = 'en-US' | 'zh-CN';

/** The sentences of the specification, with its figures; patterns are what makes each true. */
const TEXTS = {
  'en-US': {
    depositTime: 'Deposits and withdrawals can complete in as little as 3 minutes',
    depositTimeWhy: 'On TRON (TRC20), the fastest open network: 12 confirmations, one block every 15 s',
    confirmations: 'A deposit needs 12 network confirmations',
    withdrawalTime: (hours: number) => `Withdrawals arrive within ${hours} hours`,
    noFigureYet: 'None finished in the last 30 days',
    marketCap: 'Initial market capitalisation of',
    marketCapWhy: '222,000 HELIO of its sale at 0.25 USDT',
    noEarly: 'Early transfer out of finance products is not supported',
  },
  'zh-CN': {
    depositTime: '充值与提现最快 3 分钟完成',
    depositTimeWhy: '按目前最快的开放网络 TRON (TRC20) 计算：12 次确认，每 15 秒一个区块',
    confirmations: '充值需要 12 次网络确认',
    withdrawalTime: (hours: number) => `提现 ${hours} 小时内到账`,
    noFigureYet: '最近 30 天没有完成的提现，暂无数字',
    marketCap: '初始市值',
    marketCapWhy: '本次认购的 222,000 HELIO，每枚 0.25 USDT',
    noEarly: '理财产品不支持提前转出',
  },
} as const;
const CAP = '$55,500';
const LANGUAGES = ['en-US', 'zh-CN'] as const;

let server: TestServer;
let session: Session;
test.beforeAll(async () => {
  server = await TestServer.start({ DEMO_BLOCK_MS: '15000' });
  session = await server.register({ email: 'claims@example.com', password: 'Lighthouse-7' });
});
test.afterAll(() => server.stop());

const set = (name: string, value: string) =>
  server.operate('parameters', 'set', name, value, '--by', 'owner');

/** A new browser, which has nothing in its cache, on a page. */
async function withPage(
  browser: Browser,
  [language, path]: readonly [Language, string],
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  await beginAs(context, session, language);
  const page = await context.newPage();
  await page.goto(`${server.url}/pc/${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look(page);
  await context.close();
}

async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
  // The claims of the home page are far down, and made when they come near.
  await page.evaluate(() => document.querySelector('#check')?.scrollIntoView({ block: 'end' }));
  for (const text of texts) await expect(page.getByRole('main')).toContainText(text);
}

test('R1.6 R10.6 each claim is on its page with what makes it true, in both languages', async ({
  browser,
}) => {
  const { depositTime, confirmations, withdrawalTime } =
    await server.call<Claims>('/bb/app/funding/getClaims');
  const worked = Math.ceil((depositTime!.confirmations * depositTime!.blockTime) / 60_000);
  expect([worked, depositTime!.minutes]).toEqual([3, 3]);
  expect(new Set(confirmations!.map((network) => network.confirmations))).toEqual(new Set([12]));
  expect(withdrawalTime).toMatchObject({ hours: 24, finished: 0, percentInTime: null });
  const { list } = await server.call<Projects>('/bb/app/subscription/getProjects');
  const helio = list.find(({ coin }) => coin === 'HELIO')!;
  expect(Number(helio.forSale) * Number(helio.price)).toBe(55_500);

  for (const language of LANGUAGES) {
    const texts = TEXTS[language];
    const deposit = [texts.depositTime, texts.depositTimeWhy, texts.confirmations];
    const withdrawal = [texts.withdrawalTime(24), texts.noFigureYet];
    const marketCap = [`${texts.marketCap} ${CAP}`, texts.marketCapWhy];
    const pages: readonly [path: string, texts: readonly string[]][] = [
      ['main', [...deposit, ...withdrawal, ...marketCap, texts.noEarly]],
      ['account/recharge', deposit],
      ['account/withdrawel', [...withdrawal, texts.depositTime]],
      ['finance/list', [texts.noEarly]],
      ['subscribe/list', marketCap],
      ...list.map(({ project, phase, forSale, price }): [string, string[]] => {
        const worth = (Number(forSale) * Number(price)).toLocaleString('en-US');
        const path = `subscribe/${phase === 0 ? 'preview' : 'detail'}?project=${project}`;
        return [path, [`${texts.marketCap} $${worth}`]];
      }),
    ];
    for (const [path, expected] of pages)
      await withPage(browser, [language, path], (page) => expectTexts(page, expected));
  }
});

test('R1.6 R14.6 the claimed time is of a network where a coin can be deposited and withdrawn', async () => {
  const withdrawals = (value: string) =>
    server.operate('networks', 'set', 'USDT', 'TRC20', 'withdrawals', value, '--by', 'owner');
  const ask = () => server.call<Claims>('/bb/app/funding/getClaims');
  expect((await ask()).depositTime?.chain).toBe('TRC20');
  await withdrawals('closed');
  const { depositTime, confirmations } = await ask();
  expect(depositTime?.chain).not.toBe('TRC20');
  expect(confirmations?.map(({ chain }) => chain)).toContain('TRC20');
  await withdrawals('open');
  expect((await ask()).depositTime?.chain).toBe('TRC20');
});

test('R1.6 R16.5 an operator changes or drops each claim while the server runs', async ({ browser }) => {
  const texts = TEXTS['en-US'];
  await set('claim_withdrawal_hours', '36');
  await set('claim_confirmations', 'dropped');
  await withPage(browser, ['en-US', 'main'], async (page) => {
    await expectTexts(page, [texts.withdrawalTime(36), texts.depositTime, texts.noEarly, CAP]);
    await expect(page.getByRole('main')).not.toContainText(texts.confirmations);
  });
  await set('claim_withdrawal_hours', 'dropped');
  await set('claim_market_cap', 'dropped');
  await set('claim_no_early_transfer', 'dropped');
  const gone: readonly [path: string, there: string, gone: string][] = [
    ['main', texts.depositTime, texts.withdrawalTime(36)],
    ['account/recharge', texts.depositTime, texts.confirmations],
    ['account/withdrawel', texts.depositTime, 'Withdrawals arrive within'],
    ['finance/list', 'All interest is set aside', texts.noEarly],
    ['subscribe/detail?project=1', 'HELIO', texts.marketCap],
  ];
  for (const [path, there, dropped] of gone)
    await withPage(browser, ['en-US', path], async (page) => {
      await expectTexts(page, [there]);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('main')).not.toContainText(dropped);
    });
  await set('claim_deposit_time', 'dropped');
  await withPage(browser, ['en-US', 'account/withdrawel'], async (page) => {
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('main')).not.toContainText(texts.depositTime);
  });
});

test('R2.42 R5.6 R5.7 R16.5 fees and openings of networks follow on the pages while the server runs', async ({
  browser,
}) => {
  const setTerm = (...asked: readonly string[]) =>
    server.operateByTwo('networks', 'set', ...asked, '--by', 'owner');
  await setTerm('USDT', 'TRC20', 'withdrawal-fee', '3.25');
  await setTerm('USDT', 'TRC20', 'withdrawals', 'closed');
  await setTerm('USDT', 'ERC20', 'deposits', 'closed');
  await withPage(browser, ['en-US', 'about/legal?view=fees'], async (page) => {
    await expect(page.getByRole('row').filter({ hasText: 'TRON' })).toContainText(/No withdrawals.*3\.25/s);
    await expect(page.getByRole('row').filter({ hasText: 'No deposits' })).toHaveCount(1);
  });
  await withPage(browser, ['en-US', 'account/withdrawel?coin=USDT&chain=TRC20'], (page) =>
    expectTexts(page, ['Withdrawals of USDT on TRC20 are closed', '3.25']),
  );
  const closed = { 'en-US': 'Deposits of USDT on Ethereum are closed', 'zh-CN': '本平台目前未开放' };
  for (const language of LANGUAGES)
    await withPage(browser, [language, 'account/recharge?coin=USDT&chain=ERC20'], async (page) => {
      await expectTexts(page, [closed[language]]);
      await expect(page.locator('[data-address]')).toHaveCount(0);
    });
});
