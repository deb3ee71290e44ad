/** Draws on the chart of the trading page, in English. */
import { expect, type Page } from '@playwright/test';

const DRAWINGS = 'drawings/btcusdt';

/** Double-clicks the text at the first drawing position, and repeats until the chart is ready. */
export async function editText(page: Page): Promise<void> {
  const [x, y] = await chartPlace(page, PLACES[0]);
  await expect(async () => {
    await page.mouse.move(x + 20, y + 40);
    await page.mouse.move(x + 10, y, { steps: 4 });
    await page.mouse.dblclick(x + 10, y);
    await expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** Fractions of the chart's width and height, from the top left. */
const PLACES = [
  [0.3, 0.35],
  [0.6, 0.5],
] as const;
async function chartPlace(page: Page, [x, y]: (typeof PLACES)[number]): Promise<[number, number]> {
  const box = await page.getByRole('group', { name: /candles$/ }).boundingBox();
  if (box === null) throw new Error('there is no chart');
  return [box.x + box.width * x, box.y + box.height * y];
}

/** Waits for the candles too, because drawings are anchored to them. */
export async function chooseTimeframe(page: Page, name: string, timer: string): Promise<void> {
  const candles = page.waitForResponse((reply) => reply.request().postData()?.includes(timer) === true);
  await page.getByRole('region', { name: 'Chart' }).getByRole('button', { name }).click();
  await candles;
}

/**
 * Clicks slowly, because two clicks within half a second are a double click. It waits by the page's
 * own clock, which a busy machine delays alike.
 */
export async function draw(page: Page, tool: string, presses = 2): Promise<void> {
  await page.getByRole('button', { name: tool, exact: true }).click();
  for (const place of PLACES.slice(0, presses)) {
    const [x, y] = await chartPlace(page, place);
    await page.mouse.move(x - 20, y);
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.down();
    await page.mouse.up();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
  }
  await expect(page.getByRole('button', { name: 'Pointer' })).toHaveAttribute('aria-pressed', 'true');
}

/** Names of the stored drawings, with their texts. */
export async function drawn(page: Page): Promise<string[]> {
  const text = await page.evaluate((key) => localStorage.getItem(key), DRAWINGS);
  const kept = JSON.parse(text ?? '[]') as { name: string; text?: string }[];
  return kept.map((each) => [each.name, each.text].filter(Boolean).join(' '));
}
