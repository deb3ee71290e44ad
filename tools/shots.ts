/**
 * `npx glasshouse shots`: takes pictures of every page in both languages and themes, logged in and
 * out, on small and large screens, and of the pages' states, into shots/. Runs axe and collects
 * console errors too. `npx glasshouse shots trade oco` takes some pages and states. Exits non-zero
 * on a serious violation or a console error. Reviewing the pictures is up to a person.
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
import { startOffice } from './shots/office-people.ts';
import { OFFICE_STATES } from './shots/office-states.ts';
import { people } from './shots/people.ts';
import {
  LAPTOP,
  NARROW,
  NO_SUCH_PAGE,
  OFFICE_PATH,
  SCREEN,
  SERIES,
  TWO_LOOKS,
  type Look,
  type Screen,
  type Who,
} from './shots/scenes.ts';
import { STATES, type State } from './shots/states.ts';

requireOwnNode();

const FOLDER = path.join(ROOT, 'shots');
/** Pages mostly wait for live data, so several run at once. */
const AT_ONCE = 4;
const OPENING_MS_MAX = 30_000;
/** Time for live data and charts; after a press; after a change of size. */
const SETTLE_MS = 2500;
const STATE_MS = 800;
const RESIZED_MS = 500;
/** Pages that show contracts. */
const CONTRACTS = /^(scontract|account|setting\/message)/;

/** One page in one look, and its actions. */
interface Job extends Look {
  readonly target: string;
  readonly who: Who;
  readonly state?: State;
  readonly more: readonly Screen[];
}
/** Where a page is, and what its browser keeps of who visits it. */
interface Visit {
  /** What the target is added to. */
  readonly url: string;
  readonly stored: Readonly<Record<string, string>>;
  readonly cookie?: string | undefined;
}
interface Opening {
  readonly url: string;
  readonly name: string;
  readonly errorsExpected?: boolean;
}

const isOfOffice = ({ target }: { readonly target: string }): boolean => target.startsWith(OFFICE_PATH);
const asked = process.argv.slice(2);
const isAsked = (...names: readonly string[]): boolean =>
  asked.length === 0 || asked.some((prefix) => names.some((name) => name.startsWith(prefix)));
const jobs: Job[] = [
  ...SERIES.flatMap(({ who, pages, looks, more }) =>
    looks.flatMap((look) =>
      pages.filter((page) => isAsked(page)).map((target) => ({ ...look, who, target, more })),
    ),
  ),
  ...[...STATES, ...OFFICE_STATES]
    .filter(({ name, target }) => isAsked(name, target))
    .flatMap((state) =>
      TWO_LOOKS.map((look) => ({
        ...look,
        who: state.who ?? 'trader',
        target: state.target,
        state,
        more: [isOfOffice(state) ? LAPTOP : NARROW],
      })),
    ),
];
if (jobs.length === 0) {
  console.error(`There is no page or state ${asked.join(', ')}.`);
  process.exit(2);
}

const failures: string[] = [];
fs.rmSync(FOLDER, { recursive: true, force: true });
fs.mkdirSync(FOLDER, { recursive: true });
await buildWeb(() => console.log('Building the site'));
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
try {
  const ofOffice = jobs.filter(isOfOffice);
  const ofSite = jobs.filter((job) => !ofOffice.includes(job));
  if (ofSite.length > 0) await shootSite(ofSite);
  if (ofOffice.length > 0) await shootOffice(ofOffice);
} finally {
  await browser.close();
}
console.log(`\n${fs.readdirSync(FOLDER).length} pictures in shots/`);
for (const failure of failures) console.log(`✖ ${failure}`);
// A pending contract for later pictures may still hold the process.
if (failures.length > 0) process.exit(1);
console.log('axe found no serious violation; no console error.');
process.exit(0);

async function shootSite(all: readonly Job[]): Promise<void> {
  const server = await TestServer.start();
  try {
    const { trader, newcomer, settled } = await people(server);
    const sessions: Partial<Record<Who, Session>> = { trader, newcomer };
    const take = (some: readonly Job[]) =>
      each(some, (job) => shoot(job, { url: `${server.url}/pc/`, stored: storedOf(sessions[job.who]) }));
    // Pages that wait for contracts come last.
    const early = all.filter(({ who, target }) => who !== 'trader' || !CONTRACTS.test(target));
    await take(early);
    const late = all.filter((job) => !early.includes(job));
    if (late.length > 0) await settled;
    await take(late);
  } finally {
    await server.stop();
  }
}

async function shootOffice(all: readonly Job[]): Promise<void> {
  const office = await startOffice();
  try {
    const cookies: Partial<Record<Who, string>> = office.cookies;
    const take = (some: readonly Job[]) =>
      each(some, (job) => shoot(job, { url: `${office.url}/`, stored: {}, cookie: cookies[job.who] }));
    const empty = all.filter(({ state }) => state?.isEmpty === true);
    await take(empty);
    await office.fill();
    await take(all.filter((job) => !empty.includes(job)));
  } finally {
    await office.stop();
  }
}

async function each(all: readonly Job[], work: (job: Job) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const one = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      try {
        await work(job);
      } catch (error) {
        // The others are taken, and this one is listed at the end.
        failures.push(`${nameOf(job)}: not taken: ${String(error).split('\n')[0]}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function shoot(job: Job, visit: Visit): Promise<void> {
  const { target, state, more } = job;
  const name = nameOf(job);
  const context = await browser.newContext({
    viewport: SCREEN,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const { language, theme } = job;
  await context.addInitScript(remember, { 'User-Lang': language, theme, ...visit.stored });
  const [cookie, value = ''] = visit.cookie?.split('=') ?? [];
  if (cookie !== undefined) await context.addCookies([{ name: cookie, value, url: visit.url + target }]);
  const errorsExpected = target === NO_SUCH_PAGE || state?.offline === true;
  const page = await openPage(context, { url: visit.url + target, name, errorsExpected });
  try {
    await page.waitForTimeout(SETTLE_MS);
    await state?.prepare(page);
    if (state !== undefined) await page.waitForTimeout(STATE_MS);
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message.slice(0, 300) : 'not reached'}`);
  }
  await picture(page, name, state?.fullPage);
  if (state?.offline !== true) await checkAccessibility(page, name);
  for (const screen of more) {
    await page.setViewportSize(screen);
    await page.waitForTimeout(RESIZED_MS);
    await picture(page, `${name}-${screen.width}`);
  }
  await context.close();
}

async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), fullPage });
}

function nameOf({ target, state, who, theme, language }: Job): string {
  const what = (state?.name ?? target).replace(/[/?=&]/g, '-');
  return `${what}-${state === undefined ? who : 'state'}-${theme}-${language.slice(0, 2)}`;
}

/** Runs in the page before its own scripts: fills the storage of a returning visitor. */
function remember(stored: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
}

/** What the site stores of who is logged in. */
function storedOf(session: Session | undefined): Readonly<Record<string, string>> {
  if (session === undefined) return {};
  const { userId, token, email } = session;
  return { 'User-Id': userId, 'User-Token': token, 'User-Login': 'true', 'User-Email': email };
}

async function openPage(
  context: BrowserContext,
  { url, name, errorsExpected = false }: Opening,
): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on('console', (message) => {
    if (message.type() === 'error' && !errorsExpected)
      failures.push(`${name}: console: ${message.text().slice(0, 300)}`);
  });
  page.on('pageerror', (error) => failures.push(`${name}: page error: ${error.message.slice(0, 300)}`));
  await page.goto(url, { waitUntil: 'load', timeout: OPENING_MS_MAX });
  await page.getByRole('main').first().waitFor({ timeout: OPENING_MS_MAX });
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
