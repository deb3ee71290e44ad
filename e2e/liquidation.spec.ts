/**
 * Goal: a holding with a loan that nobody looks after is liquidated, its page says so without a
 * reload, and no more than margin and fee is lost. Method: a user with play money on the real
 * pages, in both languages; the clock of the demo moves on by years, whose interest uses the margin
 * up whatever the prices do.
 */
import { expect, test } from '@playwright/test';
import { beginAs } from './page-models/site.ts';
import { TestServer, type Session } from './server.ts';

const TEXTS = {
  'en-US': { running: /^Holding 1$/, liquidated: /^Liquidated 1$/, told: 'Majors 5: liquidated' },
  'zh-CN': { running: /^持有中 1$/, liquidated: /^已强平 1$/, told: '主流五币：已强平' },
} as const;
/** As far as one command goes. */
const FORWARD_DAYS = 366;
/** At 0.02% a day of four fifths, a margin of a fifth is used up after 1,250 days. */
const YEARS_MAX = 8;

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(() => server.stop());

interface Holding {
  readonly status: number;
  /** For which interest was charged. */
  readonly days: number;
  readonly margin: string;
  readonly payout: string;
}

async function holdingOf({ token }: Session): Promise<Holding | undefined> {
  const { list } = await server.call<{ list: readonly Holding[] }>('/bb/app/fund/getHoldings', {}, token);
  return list[0];
}

const LIQUIDATED = 3;
const isOver = async (session: Session): Promise<boolean> =>
  (await holdingOf(session))?.status === LIQUIDATED;

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R2.8 R2.30 fund I2 a holding whose interest uses its margin up is liquidated and told, ${language}`, async ({
    page,
    context,
  }) => {
    const texts = TEXTS[language];
    const session = await server.register({ email: `${language}@example.com`, password: 'Lighthouse-7' });
    await beginAs(context, session, language);
    // Right after the clock was moved there is no price of this moment yet.
    await expect(async () => {
      await server.call('/bb/app/fund/buy', { fund: 1, quantity: '1000', leverage: 5 }, session.token);
    }).toPass();
    await page.goto(`${server.url}/pc/fund/record`);
    await expect(page.getByRole('button', { name: texts.running })).toBeVisible();
    for (let year = 0; year < YEARS_MAX && !(await isOver(session)); year++) {
      await server.operate('clock', 'forward', String(FORWARD_DAYS));
      // Its days are charged before the next year begins.
      const isCharged = async () =>
        (await isOver(session)) || ((await holdingOf(session))?.days ?? 0) >= FORWARD_DAYS * (year + 1);
      await expect.poll(isCharged).toBe(true);
    }
    await expect(page.getByRole('button', { name: texts.liquidated })).toBeVisible();
    const holding = await holdingOf(session);
    expect(Number(holding?.payout)).toBeLessThan(Number(holding?.margin));
    expect(Number(holding?.payout)).toBeGreaterThanOrEqual(0);
    // It is told within a second or so, and the list shows what there was when it opened.
    await expect(async () => {
      await page.goto(`${server.url}/pc/setting/message`);
      await expect(page.getByText(texts.told).first()).toBeVisible({ timeout: 3_000 });
    }).toPass();
  });
}
