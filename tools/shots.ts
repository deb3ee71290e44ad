/**
 * `npm run shots` (or `npm run shots -- trade main` for some pages): every page in both languages and themes, logged in and out, as pictures in shots/; with axe and the console's errors.
 * Exits non-zero on a serious violation or a console error. Looking at the pictures is up to a person.
 */
import fs from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { TestServer } from '../e2e/server.ts';
import { CHROMIUM_ARGS } from '../playwright.config.ts';
import { buildWeb } from './build-web.ts';
import { requireChromium } from './prerequisites.ts';
import { requireOwnNode, ROOT } from './run.ts';

requireOwnNode();

const FOLDER = path.join(ROOT, 'shots');
const VISITOR = [
  'main',
  'market',
  'trade',
  'scontract',
  'login/login',
  'login/register',
  'login/forget',
  'about/us',
  'about/protocol',
  'finance/list',
  'no-such-page',
];
const TRADER = [
  'main',
  'market',
  'trade',
  'scontract',
  'account/assert/2',
  'account/assert/1',
  'account/trade?type=4',
  'setting/safty',
];
const LANGUAGES = ['en-US', 'zh-CN'] as const;
const THEMES = ['dark', 'light'] as const;
const WIDTH = 1440;
const HEIGHT = 900;
/** Until live data has arrived and charts are drawn. */
const SETTLE_MS = 2500;

const asked = process.argv.slice(2);
const isAsked = (target: string): boolean =>
  asked.length === 0 || asked.some((name) => target.startsWith(name));
const failures: string[] = [];
fs.rmSync(FOLDER, { recursive: true, force: true });
fs.mkdirSync(FOLDER, { recursive: true });
await buildWeb(() => console.log('Building the site'));
const server = await TestServer.start();
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
try {
  const token = await signIn();
  await trade(token.token);
  for (const language of LANGUAGES) {
    for (const theme of THEMES) {
      await shoot({ language, theme, session: null, pages: VISITOR });
      await shoot({ language, theme, session: token, pages: TRADER });
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
console.log(`\n${fs.readdirSync(FOLDER).length} pictures in shots/`);
for (const failure of failures) console.log(`✖ ${failure}`);
if (failures.length > 0) process.exit(1);
console.log('axe found no serious violation; no console error.');

interface Session {
  readonly userId: string;
  readonly token: string;
  readonly email: string;
}

async function signIn(): Promise<Session> {
  const email = 'demo@glasshouse.example';
  await server.call('/bb/app/user/sendEmailCode', { email, type: 'login' });
  const code = await server.codeFor(email);
  const session = await server.call<{ userId: string; token: string }>('/bb/app/user/login', {
    account: email,
    code,
    password: 'Glasshouse2026',
  });
  return { ...session, email };
}

/** Something to see: a resting order, fills, positions that run and some that have ended. */
async function trade(token: string): Promise<void> {
  const order = { baseCoin: 'BTC', quoteCoin: 'USDT' };
  await server.call(
    '/bb/app/spot/placeOrder',
    { ...order, side: 'buy', type: 'limit', price: '80000', amount: '0.01' },
    token,
  );
  await server.call(
    '/bb/app/spot/placeOrder',
    { ...order, side: 'buy', type: 'market', quoteAmount: '500' },
    token,
  );
  await server.call(
    '/bb/app/spot/placeOrder',
    { ...order, side: 'sell', type: 'market', amount: '0.002' },
    token,
  );
  const position = { baseCoin: 'BTC', quoteCoin: 'USDT', openAmount: '20' };
  await server.call(
    '/contract/app/contract/createOrder',
    { ...position, positionTime: 30, tradeType: 1 },
    token,
  );
  await server.call(
    '/contract/app/contract/createOrder',
    { ...position, positionTime: 30, tradeType: 2 },
    token,
  );
  await new Promise((resolve) => setTimeout(resolve, 34_000));
  await server.call(
    '/contract/app/contract/createOrder',
    { ...position, positionTime: 600, tradeType: 1 },
    token,
  );
}

interface Series {
  readonly language: string;
  readonly theme: string;
  readonly session: Session | null;
  readonly pages: readonly string[];
}

async function shoot(series: Series): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(remember, {
    language: series.language,
    theme: series.theme,
    session: series.session,
  });
  for (const target of series.pages.filter(isAsked)) await shootPage(context, series, target);
  await context.close();
}

/** Runs in the page, before its own scripts: what a returning visitor's storage holds. */
function remember({
  language,
  theme,
  session,
}: {
  language: string;
  theme: string;
  session: Session | null;
}): void {
  localStorage.setItem('User-Lang', language);
  localStorage.setItem('theme', theme);
  if (session === null) return;
  localStorage.setItem('User-Id', session.userId);
  localStorage.setItem('User-Token', session.token);
  localStorage.setItem('User-Login', 'true');
  localStorage.setItem('User-Email', session.email);
}

async function shootPage(context: BrowserContext, series: Series, target: string): Promise<void> {
  const page = await context.newPage();
  const name = `${target.replace(/[/?=]/g, '-')}-${series.session === null ? 'visitor' : 'trader'}-${series.theme}-${series.language.slice(0, 2)}`;
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(`${name}: console: ${message.text().slice(0, 300)}`);
  });
  page.on('pageerror', (error) => failures.push(`${name}: page error: ${error.message.slice(0, 300)}`));
  await page.goto(`${server.url}/pc/${target}`, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
  await checkAccessibility(page, name);
  await page.close();
}

async function checkAccessibility(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  console.log(
    `${serious.length === 0 ? '✔' : '✖'} ${name}${violations.length > serious.length ? ` (${violations.length - serious.length} minor)` : ''}`,
  );
  for (const { id, nodes } of serious)
    failures.push(
      `${name}: axe ${id}: ${nodes
        .slice(0, 3)
        .map(({ target }) => String(target))
        .join(' | ')}`,
    );
}
