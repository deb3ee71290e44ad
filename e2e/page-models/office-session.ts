/** Opens the back office of a server in this process, without the form for the login. */
import type { Browser, Page } from '@playwright/test';
import type { OperatorRole } from '@glasshouse/protocol';
import type { TestServer } from '../../apps/server/src/testing/harness.ts';
import { makeOperator } from '../../apps/server/src/testing/operator.ts';

interface OpenedAt {
  readonly operator: string;
  readonly role: OperatorRole;
  readonly language: 'en-US' | 'zh-CN';
  /** Below the office's address, for example '/people'. */
  readonly path: string;
}

export async function openOfficeAt(
  browser: Browser,
  server: TestServer,
  { operator, role, language, path }: OpenedAt,
): Promise<Page> {
  const { headers } = await makeOperator(server, operator, role);
  const [cookie = '', value = ''] = headers.cookie.split('=');
  const { url } = server.server;
  const context = await browser.newContext({ locale: language });
  await context.addCookies([{ name: cookie, value, url: `${url}/operator/` }]);
  await context.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
  const page = await context.newPage();
  await page.goto(`${url}/operator${path}`);
  return page;
}
