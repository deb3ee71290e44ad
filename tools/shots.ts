/**
 * `npm run shots` (or `npm run shots -- trade main` for some pages and states): every page in both languages and themes, logged in and out, and the
 * states that a page is brought into, as pictures in shots/; with axe and the console's errors.
 * Exits non-zero on a serious violation or a console error. Looking at the pictures is up to a person.
 */
import fs from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { TestServer, type Session } from '../e2e/server.ts';
import { CHROMIUM_ARGS } from '../playwright.config.ts';
import { buildWeb } from './build-web.ts';
import { requireChromium } from './prerequisites.ts';
import { requireOwnNode, ROOT } from './run.ts';
import { fillPersonalCenter, openPosition, signIn, trade, UP } from './shots-trader.ts';

requireOwnNode();

const FOLDER = path.join(ROOT, 'shots');
const VISITOR = ['main', 'market', 'trade', 'scontract', 'login/login', 'login/register'];
const TRADER = ['main', 'market', 'trade', 'scontract', 'account/assert/2', 'account/trade?type=4'];
/** Made of the same few parts: two looks show them. */
const PLAIN = ['login/forget', 'about/us', 'about/protocol', 'finance/list', 'no-such-page'];
const PLAIN_TRADER = [
  'account/assert/1',
  'setting/safty',
  'setting/verify',
  'setting/address',
  'setting/message',
  'setting/invite',
  'login/modify',
];
const LOOKS = [
  { language: 'en-US', theme: 'dark' },
  { language: 'en-US', theme: 'light' },
  { language: 'zh-CN', theme: 'dark' },
  { language: 'zh-CN', theme: 'light' },
] as const;
const WIDTH = 1440;
const WIDTH_MIN = 1300;
const HEIGHT = 900;
/** Until live data has arrived and charts are drawn. */
const SETTLE_MS = 1300;
/** The shortest contract and a little more. */
const SETTLED_MS = 34_000;
/** At the smallest width that the site is made for. */
const NARROW = ['main', 'market', 'trade', 'scontract', 'account/assert/2'];
/** On the large screens that traders have. */
const WIDE = ['main', 'market', 'trade', 'scontract'];
const WIDE_SCREENS = [
  { who: 'wide', width: 1920, height: 1080 },
  { who: 'widest', width: 2560, height: 1440 },
] as const;
/** What somebody sees who has just registered. */
const NEWCOMER = ['trade', 'scontract', 'account/assert/2', 'account/trade?type=4'];

/** A state of a page that a person has to bring about. */
interface State {
  readonly name: string;
  readonly target: string;
  readonly prepare: (page: Page) => Promise<void>;
  readonly fullPage?: boolean;
  /** Says so where a state is faint on purpose, or has errors in the console by its nature. */
  readonly offline?: boolean;
}

const STATES: readonly State[] = [
  { name: 'main-full', target: 'main', prepare: scrollThrough, fullPage: true },
  {
    name: 'pair-picker',
    target: 'trade',
    prepare: (page) => page.getByRole('button', { name: 'BTC/USDT' }).click(),
  },
  {
    name: 'account-menu',
    target: 'market',
    prepare: (page) => page.getByRole('button', { name: /^(Account|账户)/ }).click(),
  },
  {
    name: 'transfer',
    target: 'scontract',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^(Transfer|划转)$/ })
        .first()
        .click(),
  },
  {
    name: 'settlement-check',
    target: 'scontract',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^(Check|核验)$/ })
        .first()
        .click();
      await page
        .getByTestId('settlement-check')
        .getByText(/Verified|已核验/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'oco',
    target: 'trade',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(Sell|卖出)$/ }).click();
      await page.getByRole('button', { name: /^(Conditional|条件委托)$/ }).click();
      await page.getByRole('menuitemradio', { name: /^OCO/ }).click();
      await page.locator('input[name=triggerPrice]').fill('80000');
      await page.locator('input[name=amount]').fill('0.01');
    },
  },
  {
    name: 'confirmation',
    target: 'trade',
    prepare: async (page) => {
      await page.locator('input[name=amount]').fill('0.01');
      await page.getByRole('button', { name: /^(Buy BTC|买入 BTC)$/ }).click();
    },
  },
  {
    name: 'depth',
    target: 'trade',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(Depth|深度)$/ }).click();
      await page.mouse.move(300, 400);
    },
  },
  {
    name: 'indicators',
    target: 'trade',
    prepare: (page) => page.getByRole('button', { name: /^(Indicators|指标)$/ }).click(),
  },
  {
    name: 'refused-order',
    target: 'trade',
    prepare: async (page) => {
      await page.getByLabel(/^(Amount|数量)$/).fill('0.00001');
      await page.getByRole('button', { name: /^(Buy BTC|买入 BTC)$/ }).click();
    },
  },
  {
    name: 'google-code',
    target: 'setting/safty',
    prepare: (page) => page.getByRole('button', { name: /^(Activate|启用)$/ }).click(),
  },
  {
    name: 'limits',
    target: 'setting/safty',
    prepare: (page) => page.getByRole('button', { name: /^(Edit|编辑)$/ }).click(),
  },
  {
    name: 'verify-form',
    target: 'setting/verify',
    prepare: (page) => page.getByRole('button', { name: /^(Try the form|体验流程)$/ }).click(),
  },
  {
    name: 'add-address',
    target: 'setting/address',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^(Add an address|添加地址)$/ })
        .first()
        .click(),
  },
  {
    name: 'message',
    target: 'setting/message',
    prepare: (page) => page.getByRole('button', { name: /(Welcome to|欢迎来到) Glasshouse/ }).click(),
  },
  {
    name: 'message-notice',
    target: 'setting/message',
    prepare: (page) => page.getByRole('button', { name: /Maintenance|系统维护/ }).click(),
  },
  {
    name: 'history',
    target: 'setting/safty',
    prepare: (page) => page.getByRole('button', { name: /^(Login history|登录历史)$/ }).click(),
  },
  { name: 'offline', target: 'trade', prepare: (page) => page.context().setOffline(true), offline: true },
];

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
  const trader = await signIn(server);
  await trade(server, trader.token);
  await fillPersonalCenter(server, trader);
  const settled = wait(SETTLED_MS);
  for (const look of LOOKS) await shoot({ ...look, who: 'visitor', session: null, pages: VISITOR });
  await settled;
  await openPosition(server, trader.token, { positionTime: 600, tradeType: UP });
  for (const look of LOOKS) await shoot({ ...look, who: 'trader', session: trader, pages: TRADER });
  // The languages differ in width and the themes in colour: two of the four looks show both.
  const newcomer = await server.register({
    email: 'newcomer@example.com',
    password: 'Lighthouse-7',
  });
  for (const look of [LOOKS[0], LOOKS[3]]) {
    if (look === undefined) continue;
    await shoot({ ...look, who: 'visitor', session: null, pages: PLAIN });
    await shoot({ ...look, who: 'trader', session: trader, pages: PLAIN_TRADER });
    await shoot({ ...look, who: 'newcomer', session: newcomer, pages: NEWCOMER });
    await shoot({ ...look, who: 'narrow', session: trader, pages: NARROW, width: WIDTH_MIN });
    for (const screen of WIDE_SCREENS) await shoot({ ...look, ...screen, session: trader, pages: WIDE });
    for (const state of STATES) await shootState({ ...look, who: 'state', session: trader }, state);
  }
} finally {
  await browser.close();
  await server.stop();
}
console.log(`\n${fs.readdirSync(FOLDER).length} pictures in shots/`);
for (const failure of failures) console.log(`✖ ${failure}`);
if (failures.length > 0) process.exit(1);
console.log('axe found no serious violation; no console error.');

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface Look {
  readonly language: string;
  readonly theme: string;
  /** Goes into the picture's name. */
  readonly who: string;
  readonly session: Session | null;
  readonly width?: number;
  readonly height?: number;
}
interface Series extends Look {
  readonly pages: readonly string[];
}

async function shoot(series: Series): Promise<void> {
  const targets = series.pages.filter(isAsked);
  if (targets.length === 0) return;
  const context = await contextOf(series);
  for (const target of targets) {
    const name = nameOf(target, series);
    const page = await openPage(context, { target, name });
    await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
    await checkAccessibility(page, name);
    await page.close();
  }
  await context.close();
}

function contextOf(look: Look): Promise<BrowserContext> {
  return browser
    .newContext({
      viewport: { width: look.width ?? WIDTH, height: look.height ?? HEIGHT },
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    .then(async (context) => {
      await context.addInitScript(remember, look);
      return context;
    });
}

function nameOf(target: string, look: Look): string {
  return `${target.replace(/[/?=]/g, '-')}-${look.who}-${look.theme}-${look.language.slice(0, 2)}`;
}

async function shootState(look: Look, state: State): Promise<void> {
  if (!isAsked(state.name)) return;
  const context = await contextOf(look);
  const name = nameOf(state.name, look);
  const page = await openPage(context, {
    target: state.target,
    name,
    errorsExpected: state.offline ?? false,
  });
  try {
    await state.prepare(page);
    await page.waitForTimeout(SETTLE_MS);
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message.slice(0, 300) : 'not reached'}`);
  }
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), fullPage: state.fullPage ?? false });
  if (state.offline !== true) await checkAccessibility(page, name);
  await context.close();
}

/** What lies below the fold is made when it is nearly in view. */
async function scrollThrough(page: Page): Promise<void> {
  for (let screens = 0; screens < 6; screens++) {
    await page.mouse.wheel(0, HEIGHT);
    await page.waitForTimeout(200);
  }
  await page.mouse.wheel(0, -10 * HEIGHT);
}

/** Runs in the page, before its own scripts: what a returning visitor's storage holds. */
function remember({ language, theme, session }: Look): void {
  localStorage.setItem('User-Lang', language);
  localStorage.setItem('theme', theme);
  if (session === null) return;
  localStorage.setItem('User-Id', session.userId);
  localStorage.setItem('User-Token', session.token);
  localStorage.setItem('User-Login', 'true');
  localStorage.setItem('User-Email', session.email);
}

interface Opening {
  readonly target: string;
  readonly name: string;
  readonly errorsExpected?: boolean;
}

async function openPage(
  context: BrowserContext,
  { target, name, errorsExpected = false }: Opening,
): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on('console', (message) => {
    if (message.type() === 'error' && !errorsExpected)
      failures.push(`${name}: console: ${message.text().slice(0, 300)}`);
  });
  page.on('pageerror', (error) => failures.push(`${name}: page error: ${error.message.slice(0, 300)}`));
  await page.goto(`${server.url}/pc/${target}`, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLE_MS);
  return page;
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
