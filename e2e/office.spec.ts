/**
 * Goal: the frame of the back office: pages, commands and rows by keyboard, a lost connection, and
 * a page that is not of one's role. Method: real Chromium against a real server that is killed and
 * started again; axe in both themes.
 */
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './page-models/accessible.ts';
import { openOffice } from './page-models/office.ts';
import { OFFICE } from './page-models/support.ts';
import { TestServer } from './server.ts';

const FRAME = {
  'en-US': {
    replies: 'Prepared replies',
    commands: 'Commands',
    keys: 'Keys',
    fold: 'Fold the navigation',
    unfold: 'Open the navigation',
    time: 'Time any',
    week: 'Last 7 days',
    timeWeek: 'Time Last 7 days',
    live: 'Live',
    lost: 'No connection',
    notYours: 'Support inbox is not part of your role',
  },
  'zh-CN': {
    replies: '预设回复',
    commands: '命令',
    keys: '快捷键',
    fold: '收起导航',
    unfold: '展开导航',
    time: '时间 不限',
    week: '最近 7 天',
    timeWeek: '时间 最近 7 天',
    live: '实时',
    lost: '连接已断开',
    notYours: '“客服收件箱”不属于你的角色',
  },
} as const;

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => {
  await server.stop();
});

for (const language of ['en-US', 'zh-CN'] as const) {
  const [words, office] = [FRAME[language], OFFICE[language]];
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

  test(`R16.3 R16.4 the back office by keyboard, and without a connection, ${language}`, async ({
    browser,
  }) => {
    const operator = `keys-${language.toLowerCase()}`;
    const page = await openOffice(browser, server, { operator, language });
    const inFoot = page.getByRole('contentinfo');
    await expect(inFoot).toContainText(words.live);

    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect(heading(page, office.log)).toBeVisible();
    await expect(page.getByRole('gridcell', { name: 'operators/sign-in' }).first()).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const rows = page.getByRole('grid').getByRole('row');
    await expect(rows.nth(2)).toBeFocused();
    await page.keyboard.press('k');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('f');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: words.week }).click();
    await expect(page).toHaveURL(/since=week/);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('button', { name: words.timeWeek, exact: true })).toBeVisible();

    const commands = page.getByRole('dialog', { name: words.commands });
    await page.keyboard.press('Control+k');
    await expect(commands.getByRole('combobox')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(commands).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words.replies);
    await page.keyboard.press('Enter');
    await expect(heading(page, words.replies)).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: words.keys })).toContainText(words.replies);
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: words.fold }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: words.unfold })).toBeVisible();
    await expect(page.getByRole('switch', { name: office.taking })).toBeVisible();
    await expectAccessible(page);

    await expect(inFoot).toContainText(words.live);
    await server.kill();
    await expect(page.getByRole('alert')).toContainText(words.lost);
    await expect(inFoot).not.toContainText(words.live);
    await server.start();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(inFoot).toContainText(words.live);
    await page.context().close();
  });

  test(`R16.3 a page that is not of one's role loads nothing, and says who may open it, ${language}`, async ({
    browser,
  }) => {
    const operator = `auditor-${language.toLowerCase()}`;
    const page = await openOffice(browser, server, { operator, language, role: 'auditor' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${server.url}/operator/inbox`);
    await expect(heading(page, words.notYours)).toBeVisible();
    await expect(page.getByRole('link', { name: office.inbox })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: office.log }).click();
    await expect(page.getByRole('gridcell', { name: 'operators/sign-in' }).first()).toBeVisible();
    expect(asked.filter((path) => path.includes('/desk/'))).toEqual([]);
    await page.context().close();
  });
}
