/**
 * Browser tests: real Chromium against the real server. Specs share a server or start their own
 * (e2e/shared-server.ts, e2e/server.ts).
 */
import { defineConfig } from '@playwright/test';
import { IS_NIGHTLY } from './tools/nightly.ts';

export const CHROMIUM_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** They wait for a minute and more: at the end, one worker would have nothing to do beside them. */
const WAITING = /(main-job|support|vouchers)\.spec\.ts$/;
/** Open every page, or what depends on the language, in both of them. */
const BILINGUAL = /(crawler|pages|people)\.spec\.ts$/;

/** Titles of tests that exist once for each language, or each width, end with both. */
const REPEATED = /, zh(-CN)?\b|en-US 1440$/;
const NIGHTLY = /@nightly\b/;
const leftOut = (...titles: RegExp[]): RegExp[] => (IS_NIGHTLY ? [] : titles);

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'waiting', testMatch: WAITING, grepInvert: leftOut(NIGHTLY, REPEATED) },
    { name: 'both languages', testMatch: BILINGUAL, grepInvert: leftOut(NIGHTLY) },
    { name: 'other', testIgnore: [WAITING, BILINGUAL], grepInvert: leftOut(NIGHTLY, REPEATED) },
  ],
  globalSetup: './e2e/build-site.ts',
  // Tests wait more than they compute, and each worker has a server of its own.
  workers: 2,
  retries: 0,
  // A test takes seconds, the longest a minute and a half. These limits end tests that hang, on a
  // machine of any speed.
  timeout: 600_000,
  globalTimeout: 3_600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./tools/browser-report.ts']],
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: 'test-results',
  use: {
    // An element that is not there after this long will not come. The test's own timeout covers the
    // sum.
    actionTimeout: 90_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Recording every test costs a part of both cores: asked for by TRACE=1.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: CHROMIUM_ARGS },
  },
});
