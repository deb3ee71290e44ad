/**
 * Goal: signing in takes no needless press, and nothing moves under the hand. Method: real Chromium
 * against a real server, in both languages and at both usual widths.
 */
import { expect } from '@playwright/test';
import { LANGUAGES, PEOPLE } from './page-models/people.ts';
import { test } from './shared-server.ts';

for (const language of LANGUAGES) {
  const words = PEOPLE[language];

  test(`R5.1 sign-in: the focus goes to the next field, nothing is wrong before it is typed, nothing moves, ${language}`, async ({
    page,
    server,
    newPerson,
  }) => {
    const { email } = await newPerson();
    await page.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
    await page.setViewportSize({ width: 1300, height: 900 });
    await page.goto(`${server.url}/pc/login/login`);
    const form = page.locator('form');
    const emailField = form.getByLabel(words.email, { exact: true });
    const code = form.getByLabel(words.code, { exact: true });
    const enter = form.getByRole('button', { name: words.logIn, exact: true });
    await expect(emailField).toBeFocused();
    const { y: top } = (await enter.boundingBox())!;
    await code.focus();
    await emailField.fill(email);
    await form.getByRole('button', { name: words.sendCode, exact: true }).click();
    await expect(code).toBeFocused();
    await expect(form.getByText(words.resendIn)).toBeVisible();
    await expect(form.getByRole('alert')).toHaveCount(0);
    await enter.click();
    await expect(form.getByRole('alert')).toHaveCount(2);
    expect((await enter.boundingBox())!.y).toBe(top);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await enter.boundingBox())!.y).toBe(top);
  });
}
