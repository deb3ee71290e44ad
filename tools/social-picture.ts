/**
 * `node tools/social-picture.ts`: draws the picture of links to the site, web/public/social.png
 * (1200 x 630), from the house of the home page. Commit it after a change of the drawing.
 */
import path from 'node:path';
import { chromium } from '@playwright/test';
import { TestServer } from '../e2e/server.ts';
import { CHROMIUM_ARGS } from '../playwright.config.ts';
import { buildWeb } from './build-web.ts';
import { requireChromium } from './prerequisites.ts';
import { requireOwnNode, ROOT } from './run.ts';

requireOwnNode();

const SIZE = { width: 1200, height: 630 };

await buildWeb(() => console.log('Building the site'));
const server = await TestServer.start();
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}/pc/main`);
  await page.locator('svg.house').waitFor();
  await page.setViewportSize(SIZE);
  await page.evaluate(compose);
  await page.screenshot({ path: path.join(ROOT, 'apps', 'web', 'public', 'social.png') });
} finally {
  await browser.close();
  await server.stop();
}
console.log('apps/web/public/social.png');

type Style = Readonly<Record<string, string>>;

/** Runs in the page: the house at the right, the claim at the left. */
function compose(): void {
  const house = document.querySelector('svg.house')?.cloneNode(true) as SVGElement;
  // Labels of the floors, with their lines.
  house.querySelectorAll('text').forEach((label) => label.closest('g')?.remove());
  const logo = document.querySelector('header svg')?.cloneNode(true) as SVGElement;
  const place = (element: HTMLElement | SVGElement, style: Style) => {
    Object.assign(element.style, { position: 'absolute', ...style });
    return element;
  };
  const text = (words: string, style: Style) => {
    const element = document.createElement('p');
    element.textContent = words;
    return place(element, { whiteSpace: 'pre-line', ...style });
  };
  const stage = document.createElement('div');
  stage.className = 'hero hero-r';
  place(stage, { inset: '0', overflow: 'hidden' });
  stage.append(
    place(house, { right: '36px', top: '36px', width: '560px', height: '560px' }),
    place(logo, { left: '80px', top: '84px', width: '44px', height: '44px' }),
    text('Glasshouse', { left: '140px', top: '86px', font: '600 32px/40px Inter Variable' }),
    text('An exchange\nyou can see through', {
      left: '80px',
      top: '236px',
      font: '600 58px/66px Inter Variable',
      letterSpacing: '-0.03em',
    }),
    text('Public price ticks. Open books. Two entries for every unit.', {
      left: '80px',
      top: '400px',
      width: '440px',
      font: '400 23px/34px Inter Variable',
      color: '#93a0ae',
    }),
  );
  document.body.style.minWidth = '0';
  document.body.replaceChildren(stage);
}
