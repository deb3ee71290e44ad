/**
 * Goal: a visitor, a user and an operator chat with each other, in both languages. Method: real
 * Chromium, the site and the back office side by side, each in a context of its own; axe.
 */
import {
  expect,
  test,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';
import sharp from 'sharp';
import { nightly } from './nightly.ts';
import { expectGoodPractice } from './page-models/accessible.ts';
import { openOffice } from './page-models/office.ts';
import { beginIn, fillLogIn } from './page-models/site.ts';
import { OFFICE, SITE } from './page-models/support.ts';
import { TestServer } from './server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => {
  await server.stop();
});

const chatFrame = (page: Page): FrameLocator => page.frameLocator('iframe[sandbox]');

/** Nobody speaks of violated policies or errors. */
function watch(page: Page): string[] {
  const told: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') told.push(message.text());
  });
  page.on('pageerror', (error) => told.push(error.message));
  return told;
}

async function openChat(page: Page, language: keyof typeof SITE): Promise<FrameLocator> {
  await page.getByRole('button', { name: SITE[language].service }).click();
  const chat = chatFrame(page);
  await expectMouseHeard(chat.locator('body'));
  return chat;
}

/** Until a frame that was hidden is drawn, the browser gives presses to the page around it. */
async function expectMouseHeard(body: Locator): Promise<void> {
  let x = 0;
  await expect(async () => {
    await body.evaluate((element) => {
      element.removeAttribute('data-heard');
      element.addEventListener('mousemove', () => element.setAttribute('data-heard', ''), { once: true });
    });
    x += 1;
    await body.hover({ position: { x, y: 1 } });
    await expect(body).toHaveAttribute('data-heard', '', { timeout: 1_000 });
  }).toPass();
}

for (const language of ['en-US', 'zh-CN'] as const) {
  const [site, office] = [SITE[language], OFFICE[language]];

  test(`R16.1 R16.2 R2.14 visitor and operator side by side: mail while nobody is there, then a chat with a picture, ${language}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale: language });
    await beginIn(context, language);
    const page = await context.newPage();
    const told = watch(page);
    const ofStaff: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/operator')) ofStaff.push(request.url());
    });
    await page.goto(`${server.url}/pc/about/connect`);
    await page.getByRole('button', { name: site.openChat }).click();
    const chat = chatFrame(page);

    await expect(chat.getByRole('heading', { name: site.away })).toBeVisible();
    await chat.getByLabel(site.question).fill('By mail, please');
    await chat.getByRole('button', { name: site.byMail }).click();
    await expect(chat.getByText(site.mustEmail)).toBeVisible();
    await expect(chat.getByRole('button', { name: site.byMail })).toBeInViewport({ ratio: 1 });
    await chat.getByLabel(site.email).fill('nobody');
    await chat.getByRole('button', { name: site.byMail }).click();
    await expect(chat.getByRole('alert'), 'the field by its label').toHaveText(
      `${site.email}${site.noAddress}`,
    );
    const email = `mail-${language.toLowerCase()}@example.com`;
    await chat.getByLabel(site.email).fill(email);
    await chat.getByRole('button', { name: site.byMail }).click();
    await expect(chat.getByRole('heading', { name: site.submitted })).toBeVisible();
    await expectGoodPractice(page);

    // Its answer leads here. Escape closes what was opened last, and nothing ends at one press.
    await page.goto(`${server.url}/pc/about/connect?support=open`);
    await expect(chat.getByText('By mail, please')).toBeVisible();
    await expect(page).toHaveURL(/\/about\/connect$/);
    const question = chat.getByRole('alertdialog');
    await chat.getByRole('button', { name: site.end }).click();
    await expect(question.getByRole('button', { name: site.keep })).toBeFocused();
    await expectGoodPractice(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(chat.getByRole('button', { name: site.end })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: site.service })).toBeHidden();
    await openChat(page, language);
    await chat.getByRole('button', { name: site.end }).click();
    await question.getByRole('button', { name: site.end }).click();
    await chat.getByRole('button', { name: site.newChat }).click();

    const desk = await openOffice(browser, server, { operator: `agent-${language.toLowerCase()}`, language });
    const deskTold = watch(desk);
    const taking = desk.getByRole('switch', { name: office.taking });
    await taking.check();
    await desk.getByRole('link', { name: office.log }).click();
    await expect(taking).toBeChecked();
    await desk.getByRole('link', { name: office.inbox }).click();
    await expectGoodPractice(desk);
    await page.goto(`${server.url}/pc/market`);
    await openChat(page, language);
    await chat.getByLabel(site.question).fill(`Where is my deposit? ${language}`);
    await chat.getByLabel(site.email).fill(email);
    await chat.getByRole('button', { name: site.start }).click();
    await expect(chat.getByText(site.waiting)).toBeVisible();
    await page.reload();
    await openChat(page, language);
    await expect(chat.getByText(site.mailed), 'the address is known').toBeVisible();

    await desk.getByRole('button', { name: new RegExp(`Where is my deposit\\? ${language}`) }).click();
    await desk.getByLabel(office.answer, { exact: true }).pressSequentially('Look', { delay: 20 });
    await expect(chat.getByText(site.typing)).toBeVisible();
    await desk.getByLabel(office.answer, { exact: true }).fill('Seven of twelve blocks');
    await desk.getByRole('button', { name: office.send, exact: true }).click();
    await expect(chat.getByText('Seven of twelve blocks')).toBeVisible();
    await chat.getByLabel(site.write).pressSequentially('Here it is', { delay: 20 });
    await expect(desk.getByText(office.customerTyping)).toBeVisible();
    await chat.getByLabel(site.write).press('Enter');
    await expect(desk.getByRole('log').getByText('Here it is')).toBeVisible();

    const png = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#009dd9' } })
      .png()
      .toBuffer();
    await chat
      .locator('input[type=file]')
      .setInputFiles({ name: 'sent.png', mimeType: 'image/png', buffer: png });
    await expect(desk.getByRole('img', { name: office.picture })).toBeVisible();
    await chat.getByRole('img', { name: site.picture }).click();
    await expect(chat.getByRole('button', { name: site.closePicture })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(chat.getByRole('button', { name: site.closePicture })).toBeHidden();
    await expect(page.getByRole('region', { name: site.service }), 'the picture alone').toBeVisible();
    await expectGoodPractice(page);
    await expectGoodPractice(desk);

    // Closed, the panel counts; opened again, it shows.
    await page.getByRole('button', { name: site.service }).click();
    await desk.getByLabel(office.answer, { exact: true }).fill('It is there now');
    await desk.getByRole('button', { name: office.send, exact: true }).click();
    await page.getByRole('button', { name: site.unread }).click();
    await expect(chat.getByText('It is there now')).toBeVisible();

    // It is there after a reload too.
    await page.reload();
    const again = await openChat(page, language);
    await expect(again.getByText('It is there now')).toBeVisible();
    await desk.getByRole('button', { name: office.close, exact: true }).click();
    await desk.getByRole('dialog').getByRole('button', { name: office.closeChat }).click();
    await expect(again.getByRole('button', { name: site.newChat })).toBeVisible();

    await desk.getByRole('button', { name: office.closed, exact: true }).click();
    await desk
      .getByRole('button', { name: /By mail, please/ })
      .first()
      .click();
    await expect(desk.getByText(office.byCustomer)).toBeVisible();
    await desk.getByRole('link', { name: office.log }).click();
    await expect(desk.getByRole('gridcell', { name: 'desk/reply', exact: true }).first()).toBeVisible();
    await expectGoodPractice(desk);
    expect([...told, ...deskTold]).toEqual([]);
    expect(ofStaff, 'a proxy can keep the back office to itself').toEqual([]);
    await desk.getByRole('button', { name: `agent-${language.toLowerCase()}` }).click();
    await desk.getByRole('menuitem', { name: office.logOut }).click();
    await expect(desk.getByLabel(office.name, { exact: true })).toBeVisible();
    await expect(desk.getByText(office.ended)).toBeHidden();
    await expectNobodyThere();
    await closeAll(context, desk.context());
  });

  test(
    `R16.1 'Please try again later' where the chat is not there; another provider has a frame of its own, ${language}`,
    nightly('the chat itself is opened by the test before'),
    async ({ browser }) => {
      const context = await browser.newContext({ locale: language });
      await beginIn(context, language);
      const page = await context.newPage();
      await page.route('**/paramter/getParamListByKeyName?paramName=customer_service_url', (route) =>
        route.abort(),
      );
      await page.goto(`${server.url}/pc/market`);
      await page.getByRole('button', { name: site.service }).click();
      await expect(page.getByText(site.later)).toBeVisible();
      await expectGoodPractice(page);
      await page.unroute('**/paramter/getParamListByKeyName?paramName=customer_service_url');
      await page.route('**/chat/', (route) => route.fulfill({ status: 200, body: '' }));
      await page.getByRole('region', { name: site.service }).getByRole('button').nth(1).click();
      await expect(page.locator('iframe')).toBeVisible();
      await expect(page.getByText(site.later)).toBeVisible();
      await closeAll(context);
    },
  );
}

test('R16.1 R16.4 a user chats under their own number, and a look at them is logged', async ({ browser }) => {
  const person = { email: 'chatting@example.com', password: 'Lighthouse-7' };
  const session = await server.register(person);
  const desk = await openOffice(browser, server, { operator: 'agent-freezing', language: 'en-US' });
  await desk.getByRole('switch', { name: OFFICE['en-US'].taking }).check();
  const context = await browser.newContext();
  await beginIn(context, 'en-US');
  const page = await context.newPage();
  // As a mail leads there: the login first, then the chat.
  await page.goto(`${server.url}/pc/setting/message?support=open`);
  await expect(page).toHaveURL(/\/login\/login/);
  await fillLogIn(page, server, person);
  const chat = chatFrame(page);
  await chat.getByLabel('Your question').fill('My account was hacked');
  await chat.getByRole('button', { name: 'Start the chat' }).click();
  const row = desk.getByRole('button', { name: new RegExp(`UID ${session.userId}`) });
  await expect(row).toContainText('urgent');
  await expect(desk.getByRole('link', { name: 'Support inbox 1 waiting' })).toBeVisible();
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').fill(session.userId);
  await desk.getByRole('option', { name: new RegExp(`^UID ${session.userId}`) }).click();
  // What is begun for colleagues is no answer, and is there again after another page.
  await desk.getByText('Note for staff', { exact: true }).click();
  await desk.getByRole('textbox', { name: 'Note for staff' }).fill('PRIVATE');
  await expect(desk.locator('input[type=file]'), 'a picture would go to the customer').toHaveCount(0);
  await desk.getByText('Reply', { exact: true }).click();
  await expect(desk.getByRole('textbox', { name: 'Reply' })).toHaveValue('');
  // Behind a closed panel an answer is unread, and told under Messages.
  const told = page.getByText('Customer service has answered');
  await expect(told).toHaveCount(0);
  await page.getByRole('button', { name: SITE['en-US'].service }).click();
  await desk.getByRole('textbox', { name: 'Reply' }).fill('Told in other ways');
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(told.first()).toBeVisible();
  const answer = desk.getByRole('listitem').filter({ hasText: 'Told in other ways' });
  await expect(answer.getByRole('img', { name: 'Sent' })).toBeVisible();
  await page.getByRole('button', { name: SITE['en-US'].unread }).click();
  await expect(chat.getByText('Told in other ways')).toBeVisible();
  await expect(answer.getByRole('img', { name: 'Read' })).toBeVisible();
  await desk.getByRole('button', { name: 'Insert a prepared reply' }).click();
  await expect(desk.getByRole('menu', { name: 'Insert a prepared reply' })).toBeInViewport({ ratio: 1 });
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Show the customer' }).click();
  await expect(desk.getByText('ch***.com')).toBeVisible();
  await expect(desk.getByText('chatting@example.com')).toBeHidden();
  await expectGoodPractice(desk);
  await desk.getByRole('searchbox', { name: 'Chat number or UID' }).fill('123456789012345');
  await expect(desk.getByText('No chats here')).toBeVisible();
  await desk.getByRole('searchbox', { name: 'Chat number or UID' }).fill(session.userId);
  await expect(row).toBeVisible();
  await desk.getByRole('button', { name: 'Freeze the account' }).click();
  await expectGoodPractice(desk);
  await desk.getByRole('dialog').getByRole('button', { name: 'Freeze the account' }).click();
  await expect(desk.getByText('The account was frozen by agent-freezing')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Freeze the account' })).toBeHidden();
  await page.goto(`${server.url}/pc/account/assert/1`);
  await expect(page, 'the session has ended').toHaveURL(/\/login\/login/);
  await desk.getByRole('link', { name: 'Audit log' }).click();
  await expect(
    desk.getByRole('row', { name: new RegExp(`desk/freeze-person.*UID ${session.userId}`) }),
  ).toBeVisible();
  await leave(desk);
  await desk.context().clearCookies();
  // The page may have noticed by itself: it is told after a reload too.
  await desk.goto(`${server.url}/operator/audit`);
  await expect(desk.getByText(OFFICE['en-US'].ended)).toContainText('30 minutes');
  await closeAll(context, desk.context());
});

test(
  'R16.1 support I1 the form knows who is there, and a question whose answer is lost is asked once',
  nightly('support.test.ts shows both answers of the server'),
  async ({ browser }) => {
    const context = await browser.newContext();
    await beginIn(context, 'en-US');
    const page = await context.newPage();
    const lose = async (path: string) =>
      page.route(
        `**/support/${path}*`,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    const desk = await openOffice(browser, server, { operator: 'agent-alone', language: 'en-US' });
    const taking = desk.getByRole('switch', { name: OFFICE['en-US'].taking });
    await page.goto(`${server.url}/pc/market`);
    const chat = await openChat(page, 'en-US');
    const start = chat.getByRole('button', { name: 'Start the chat' });
    const byMail = chat.getByRole('button', { name: 'Send the question' });
    await expect(byMail).toBeVisible();
    await chat.getByLabel('Your question').fill('Asked only once');
    await taking.check();
    await desk.reload();
    await expect(taking, 'goes on after a reload').toBeChecked();
    await expect(start, 'the form learns that somebody came').toBeVisible();
    await taking.uncheck();
    await expectNobodyThere();
    await start.click();
    await expect(chat.getByText(SITE['en-US'].mustEmail)).toBeVisible();
    await expect(byMail, 'a refusal tells that they left').toBeVisible();
    await taking.check();
    await expect(start).toBeVisible();
    await lose('openChat');
    await start.click();
    await expect(chat.getByRole('alert')).toBeVisible();
    await start.click();
    await expect(chat.getByText('Waiting for a person')).toBeVisible();
    await expect(desk.getByRole('button', { name: /Asked only once/ })).toHaveCount(1);
    await desk.getByRole('button', { name: /Asked only once/ }).click();
    await lose('sendPicture');
    const png = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#9d0099' } })
      .png()
      .toBuffer();
    await chat
      .locator('input[type=file]')
      .setInputFiles({ name: 'once.png', mimeType: 'image/png', buffer: png });
    await chat.getByRole('button', { name: 'Try again' }).click();
    await expect(desk.getByRole('img', { name: 'Picture' })).toHaveCount(1);
    await leave(desk);
    await closeAll(context, desk.context());
  },
);

test(
  'R16.5 a parameter names another chat: its frame has its origin, and the policy lets it in',
  nightly('site.test.ts shows the policy'),
  async ({ browser }) => {
    await server.operate(
      'parameters',
      'set',
      'customer_service_url',
      'https://chat.example/embed',
      '--by',
      'test',
    );
    const context = await browser.newContext();
    await beginIn(context, 'en-US');
    const page = await context.newPage();
    await page.route('https://chat.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Another house' }),
    );
    await page.goto(`${server.url}/pc/market`);
    await page.getByRole('button', { name: 'Customer service' }).click();
    await expect(page.frameLocator('iframe').getByText('Another house')).toBeVisible();
    await server.operate('parameters', 'set', 'customer_service_url', '/chat/', '--by', 'test');
    await closeAll(context);
  },
);

/** The next test begins with nobody there. */
async function leave(desk: Page): Promise<void> {
  await desk.getByRole('switch', { name: OFFICE['en-US'].taking }).uncheck();
  await expectNobodyThere();
}

async function expectNobodyThere(): Promise<void> {
  await expect
    .poll(async () => (await server.call<{ isOpen: boolean }>('/bb/app/support/getDesk')).isOpen)
    .toBe(false);
}

async function closeAll(...contexts: readonly BrowserContext[]): Promise<void> {
  for (const context of contexts) await context.close();
}
