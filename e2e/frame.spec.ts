/**
 * Goal: the frame of every page: titles, tabs that follow each other, failures that say what
 * failed, keys, widths. Method: real Chromium against one real server, in both languages at both
 * usual widths.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { beginAs, orderForm, WORDS } from './page-models/site.ts';
import { LANGUAGES, PEOPLE, type Language } from './page-models/people.ts';
import { expectToast } from './page-models/toasts.ts';
import { test } from './shared-server.ts';

const FRAME = {
  'en-US': {
    home: 'An exchange you can see through | Glasshouse',
    titles: {
      market: 'Quotes',
      'about/legal': 'Risk notice',
      'finance/list': 'Finance',
    },
    agreement: 'user agreement',
    privacy: 'privacy policy',
    privacyTitle: 'Privacy policy',
    close: 'Close',
    skip: 'Skip to the order',
    failed: 'The server failed.',
    unreachable: 'The server could not be reached.',
    nothing: 'Nothing was changed.',
    checkFirst: 'Check whether it was done before you try again.',
    section: 'This section did not load',
    notStarted: 'The site did not load.',
    tryAgain: 'Try again',
    chart: 'Timeframe',
  },
  'zh-CN': {
    home: '看得透的交易所 | Glasshouse',
    titles: { market: '行情', 'about/legal': '风险提示', 'finance/list': '理财' },
    agreement: '《用户协议》',
    privacy: '《隐私政策》',
    privacyTitle: '隐私政策',
    close: '关闭',
    skip: '跳到下单',
    failed: '服务器出错。',
    unreachable: '无法连接服务器。',
    nothing: '未作任何更改。',
    checkFirst: '请先确认操作是否已生效再重试。',
    section: '本版块加载失败',
    notStarted: '网站未能加载',
    tryAgain: '重试',
    chart: '周期',
  },
} as const;
const WIDTHS = { 'en-US': 1300, 'zh-CN': 1440 } as const;
const TRANSPARENT = 'rgba(0, 0, 0, 0)';
/** The most Tab stops to the price. */
const STOPS_MAX = 10;

async function speak(page: Page, language: Language): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
}
const backgroundOf = (element: Locator): Promise<string> =>
  element.evaluate((each) => getComputedStyle(each).backgroundColor);

test(
  'R2.14 R2.16 the button of customer service covers no text of the trading pages',
  nightly('a matter of looks'),
  async ({ page, server, beginAsNew }) => {
    await beginAsNew();
    for (const path of ['trade', 'scontract'])
      for (const width of [1300, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${server.url}/pc/${path}`);
        await expect(page.getByText('1,000.00').or(page.getByText('10,000.00')).first()).toBeVisible();
        const button = page.getByRole('button', { name: 'Customer service' });
        expect(await button.evaluate(textsBeyond), `${path} ${width}`).toEqual([]);
      }
  },
);

/** What is written right of an element's left edge, however the page is scrolled. */
function textsBeyond(element: Element): string[] {
  const { left } = element.getBoundingClientRect();
  const texts = document.createTreeWalker(document.querySelector('#content')!, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode() !== null) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    if ([...range.getClientRects()].some(({ right }) => right > left)) found.push(range.toString());
  }
  return found;
}

test(
  'R1.4 the theme follows into other tabs',
  nightly('pages.spec.ts shows the theme'),
  async ({ page, context, server }) => {
    await page.goto(`${server.url}/pc/market`);
    const other = await context.newPage();
    await other.goto(`${server.url}/pc/main`);
    await other.getByRole('button', { name: 'Switch to the light theme' }).click();
    await expect(page.locator('html')).not.toHaveClass(/dark/);
    await expect(page.getByRole('button', { name: 'Switch to the dark theme' })).toBeVisible();
  },
);

for (const language of LANGUAGES) {
  const words = FRAME[language];
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } });

    test(`R2.11 each page has its title, and the navigation is clear over the home page, ${language}`, async ({
      page,
      server,
    }) => {
      await speak(page, language);
      await page.goto(`${server.url}/pc/main/`);
      await expect(page).toHaveTitle(words.home);
      expect(await backgroundOf(page.locator('header').first())).toBe(TRANSPARENT);
      for (const [path, title] of Object.entries(words.titles)) {
        await page.goto(`${server.url}/pc/${path}`);
        await expect(page).toHaveTitle(`${title} | Glasshouse`);
      }
      expect(await backgroundOf(page.locator('header').first())).not.toBe(TRANSPARENT);
      await page.goto(`${server.url}/pc/trade`);
      await expect(page).toHaveTitle(/^\d+\.\d\d BTC\/USDT \| Glasshouse$/);
    });

    test(
      `R5.2 what one agrees to is read where one registers, ${language}`,
      nightly('people.spec.ts registers with the agreement'),
      async ({ page, server }) => {
        await speak(page, language);
        await page.goto(`${server.url}/pc/login/register`);
        const form = page.locator('form');
        await form.getByRole('button', { name: words.privacy }).click();
        const dialog = page.getByRole('dialog', { name: words.privacyTitle });
        await expect(dialog).toContainText(/\S{10}/);
        await dialog.getByRole('button', { name: words.close }).click();
        await expect(dialog).toBeHidden();
        await form.getByRole('button', { name: words.agreement }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expect(form.getByRole('checkbox')).not.toBeChecked();
      },
    );

    test(
      `R8.6 a failure says what failed, ${language}`,
      nightly('pages.spec.ts shows failures of calls'),
      async ({ page, server, beginAsNew }) => {
        await beginAsNew(language);
        await page.route(/getFriends$/, (route) => route.fulfill({ status: 500 }));
        await page.route(/user\/info$|getCommissions$/, (route) => route.abort());
        await page.goto(`${server.url}/pc/setting/invite`);
        const told = page.getByRole('alert');
        await expect(told.filter({ hasText: words.failed })).toContainText(words.nothing);
        await expect(told.filter({ hasText: words.unreachable }).first()).toContainText(words.nothing);
        await page.route(/readAllNotices$/, (route) => route.fulfill({ status: 500 }));
        await page.goto(`${server.url}/pc/setting/message`);
        await page.getByRole('button', { name: PEOPLE[language].readAll }).click();
        await expectToast(page, new RegExp(`${words.failed} ?${words.checkFirst}`));
      },
    );

    test(
      `R8.3 a section without its texts says so, the rest stays, and a site without texts says that, ${language}`,
      nightly('a rare failure of one file'),
      async ({ page, server }) => {
        await speak(page, language);
        await page.goto(`${server.url}/pc/main`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const files = new Set<string>();
        page.on('request', (request) => {
          if (/\/assets\/(en-US|zh-CN)-/.test(request.url())) files.add(request.url());
        });
        await page.goto(`${server.url}/pc/market`);
        await expect(page.getByRole('main')).toContainText('BTC');
        const market = [...files];
        await page.goto(`${server.url}/pc/main`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        files.clear();
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // The home page shows quotes too, so what only /market needs is the chart's file.
        const own = market.filter((file) => !files.has(file));
        expect(own.length).toBeGreaterThan(0);
        await page.route(
          (url) => own.includes(url.href),
          (route) => route.abort(),
        );
        await page.goto(`${server.url}/pc/market`);
        await expect(page.getByRole('alert')).toContainText(words.section);
        await expect(page.getByRole('navigation').first()).toBeVisible();
        await page.unrouteAll();
        await page.getByRole('button', { name: words.tryAgain }).click();
        await expect(page.getByRole('main')).toContainText('BTC');
        await page.route(/\/assets\/(en-US|zh-CN)-/, (route) => route.abort());
        await page.reload();
        await expect(page.getByRole('alert')).toContainText(words.notStarted);
        const [entry = ''] =
          /\/pc\/assets\/[\w-]+\.js/.exec(await (await page.request.get(page.url())).text()) ?? [];
        await page.unrouteAll();
        await page.route(`**${entry}`, (route) => route.abort());
        await page.reload();
        await expect(page.getByRole('alert')).toContainText(words.notStarted);
      },
    );

    test(
      `R2.16 the price is within ten Tab stops, arrows choose, Escape leaves a field, ${language}`,
      nightly('a detail of a page that desk.spec.ts opens'),
      async ({ page, server, beginAsNew }) => {
        await beginAsNew(language);
        await page.goto(`${server.url}/pc/trade`);
        const price = orderForm(page, WORDS[language]).locator('input[name=price]');
        await expect(price).toBeEnabled();
        const skip = page.getByRole('button', { name: words.skip });
        let stops = 0;
        for (
          ;
          stops < STOPS_MAX && !(await skip.evaluate((each) => each === document.activeElement));
          stops++
        )
          await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        expect(stops).toBeLessThan(STOPS_MAX);
        await expect(price).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(price).not.toBeFocused();
        const timeframes = page.getByRole('group', { name: words.chart });
        const pressed = timeframes.locator('[aria-pressed=true]');
        await timeframes.getByRole('button', { name: '5M', exact: true }).click();
        await page.keyboard.press('ArrowRight');
        await expect(pressed).toHaveText('15M');
        await expect(pressed).toBeFocused();
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowLeft');
        await expect(pressed).toHaveText('1M');
      },
    );

    test(
      `R2.9 an opened message has its plain number in the address, ${language}`,
      nightly('people.spec.ts opens messages'),
      async ({ page, context, server, newPerson }) => {
        const { session } = await newPerson();
        await beginAs(context, session, language);
        await page.goto(`${server.url}/pc/setting/message`);
        await page.getByRole('main').getByRole('button').filter({ hasText: 'Glasshouse' }).click();
        await expect(page).toHaveURL(/\/message\?id=\d+$/);
        await page.reload();
        await expect(page.getByRole('article')).toBeVisible();
      },
    );
  });
}
