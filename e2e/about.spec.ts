/**
 * Goal: the pages about the platform say what can be checked, documents keep their versions, and
 * accounts know which they accepted. Method: visitors and a new user, in both languages.
 */
import { expect } from '@playwright/test';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import { inForce } from '@glasshouse/protocol/identity/documents';
import { nightly } from './nightly.ts';
import { expectAccessible, speak } from './page-models/accessible.ts';
import { test } from './shared-server.ts';

type Platform = DataOf<CallNamed<'transparency/get-platform'>>;

const WORDS = {
  'en-US': {
    us: 'About us: four things you can check',
    protocol: 'User agreement',
    legal: 'Risk notice',
    policy: 'Privacy policy',
    connect: 'What do you want to know?',
    check: 'Check the newest ticks',
    intact: /^\d+ ticks fit together/,
    addsUp: 'Adds up',
    inForce: 'In force',
    former: 'Earlier version',
    version1: 'Version 1',
    back: 'Read the version in force',
    changed: 'What changed since version 2',
    accepted: /^You accepted version [23] on/,
  },
  'zh-CN': {
    us: '关于我们：四件可以核查的事',
    protocol: '用户协议',
    legal: '风险提示',
    policy: '隐私政策',
    connect: '想了解什么？',
    check: '核验最新价格记录',
    intact: /^\d+ 条彼此相符/,
    addsUp: '账目相符',
    inForce: '生效中',
    former: '旧版本',
    version1: '第 1 版',
    back: '阅读现行版本',
    changed: '较第 2 版的变化',
    accepted: /^你接受第 [23] 版的日期：/,
  },
} as const;

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];
  test(`R2.10 R14.5 /about has us, policy, connect, protocol and legal, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    await beginAsNew(language);
    for (const topic of ['us', 'policy', 'connect', 'protocol', 'legal'] as const) {
      await page.goto(`${server.url}/pc/about/${topic}`);
      await expect(page.getByRole('heading', { level: 1, name: words[topic] })).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto(`${server.url}/pc/about`);
    await expect(page).toHaveURL(/\/pc\/about\/us$/);
  });

  test(`R10.8 R10.10 a visitor checks the newest ticks and reads what runs here, ${language}`, async ({
    page,
    server,
  }) => {
    await speak(page, language);
    await page.goto(`${server.url}/pc/about/us`);
    const { version } = await server.call<Platform>('/bb/app/transparency/platform');
    await expect(page.getByText(version, { exact: true })).toBeVisible();
    await expect(page.getByText(words.addsUp, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: words.check }).click();
    await expect(page.getByText(words.intact)).toBeVisible();
  });

  test(
    `R2.41 a document says its version and what changed, and its first version stays readable, ${language}`,
    nightly('content.test.ts shows that released versions stay'),
    async ({ page, server }) => {
      await speak(page, language);
      await page.goto(`${server.url}/pc/about/protocol`);
      const main = page.getByRole('main');
      await expect(main.getByText(words.inForce, { exact: true })).toBeVisible();
      await expect(main.getByRole('heading', { name: words.changed })).toBeVisible();
      await expect(main.getByRole('heading', { name: /^9\. / })).toBeVisible();
      await page.getByRole('link', { name: words.version1, exact: true }).click();
      await expect(page).toHaveURL(/version=1/);
      await expect(main.getByText(words.former, { exact: true })).toBeVisible();
      await expect(main.getByRole('heading', { name: /^9\. / })).toHaveCount(0);
      await expectAccessible(page);
      await main.getByRole('link', { name: words.back }).click();
      await expect(main.getByText(words.inForce, { exact: true })).toBeVisible();
    },
  );

  test(
    `R2.41 an account shows which version its owner accepted, ${language}`,
    nightly('accepted-documents.test.ts shows what is accepted'),
    async ({ page, server, beginAsNew }) => {
      await beginAsNew(language);
      for (const name of ['protocol', 'policy', 'legal'] as const) {
        await page.goto(`${server.url}/pc/about/${name}`);
        await expect(page.getByText(words.accepted)).toBeVisible();
      }
      expect(inForce('protocol').version).toBe(3);
    },
  );
}

test(
  'R2.1 R2.41 the privacy policy asks a visitor to log in, and is readable where one registers',
  nightly('the crawler opens both pages'),
  async ({ page, server }) => {
    await page.goto(`${server.url}/pc/about/policy`);
    await expect(page).toHaveURL(/\/pc\/login\/login/);
    await page.goto(`${server.url}/pc/login/register`);
    await page.getByRole('button', { name: 'privacy policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Privacy policy' });
    await expect(dialog).toContainText('Version 2');
    await expect(dialog.getByRole('heading', { name: '1. What we keep' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  },
);

test('D0052 the clock on the page of the platform’s state is compared when the answer comes, not when it is read', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    Response.prototype.json = async function json(this: Response) {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return JSON.parse(await this.text()) as unknown;
    };
  });
  await page.goto(`${server.url}/pc/about/us?view=status`);
  const clock = page.getByText(/^[\d,]+ ms (ahead|behind)$/);
  await expect(clock).toBeVisible({ timeout: 30_000 });
  expect(Number((await clock.innerText()).replace(/\D/g, ''))).toBeLessThan(3_000);
});
