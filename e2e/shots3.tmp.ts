import { chromium } from '@playwright/test';
import { beginAs } from './page-models/site.ts';
import { TestServer } from './server.ts';
const server = await TestServer.start();
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const user = await server.register({ email: 'shots3@glasshouse.example', password: 'Harness-2026' });
  const post = (path: string, body: object) => fetch(server.url + '/bb/app' + path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-access-token': user.token }, body: JSON.stringify(body) }).then((r) => r.json());
  const looks = [['dark', 'en-US'], ['light', 'zh-CN']] as const;
  const shoot = async (name: string, path: string, signedIn: boolean, extra?: (page: any, zh: boolean) => Promise<void>, width = 1440) => {
    for (const [theme, language] of looks) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
      if (signedIn) await beginAs(context, user, language); else await context.addInitScript((l) => localStorage.setItem('User-Lang', l), language);
      await context.addInitScript((t) => localStorage.setItem('theme', t), theme);
      const page = await context.newPage();
      page.on('pageerror', (e) => console.log(name, language, 'ERR', e.message));
      page.on('console', (m) => m.type() === 'error' && console.log(name, language, 'console', m.text()));
      await page.goto(server.url + '/pc' + path);
      await page.waitForTimeout(2500);
      if (extra) await extra(page, language === 'zh-CN');
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) console.log(name, 'scrolls sideways', over);
      await page.screenshot({ path: `/tmp/w/shots3/${name}-${theme}.png` });
      await context.close();
    }
  };
  await shoot('list-out', '/subscribe/list', false);
  console.log(await post('/subscription/subscribe', { project: 3, amount: '1500' }));
  console.log(await post('/subscription/subscribe', { project: 1, amount: '2000' }));
  await shoot('list', '/subscribe/list', true);
  await shoot('detail', '/subscribe/detail?project=1', true, async (page) => { await page.locator('#subscription-amount').fill('500'); });
  await shoot('detail-1300', '/subscribe/detail?project=1', true, undefined, 1300);
  await shoot('preview', '/subscribe/preview', false);
  await shoot('confirm', '/subscribe/detail?project=1', true, async (page, zh) => { await page.locator('#subscription-amount').fill('500'); await page.getByRole('button', { name: zh ? /冻结 500/ : /freeze 500/ }).click(); await page.waitForTimeout(300); });
  await shoot('record-open', '/subscribe/record', true, async (page, zh) => { await page.getByRole('button', { name: zh ? '取消' : 'Cancel' }).first().click(); await page.waitForTimeout(300); });
  console.log(await server.operate('clock', 'forward', '1'));
  await new Promise((r) => setTimeout(r, 6000));
  await shoot('record', '/subscribe/record', true);
  await shoot('check', '/subscribe/record', true, async (page, zh) => { await page.getByRole('button', { name: zh ? '核对' : 'Check' }).first().click(); await page.waitForTimeout(1500); });
  await shoot('detail-listed', '/subscribe/detail?project=3', true);
  await shoot('trade', '/trade?base=AUR&quote=USDT', true);
  await shoot('market', '/market', true);
  await shoot('portfolio', '/account/portfolio', true);
  await shoot('records', '/account/trade?type=4', true);
} finally { await browser.close(); await server.stop(); }
