/**
 * `test` with one server for all spec files that leave it unchanged, so that it is started once,
 * and with users created by calls. A file that needs another configuration, or counts what is on
 * the server, starts its own.
 */
import type { BrowserContext } from '@playwright/test';
import { beginAs, type Person } from './page-models/site.ts';
import type { Language } from './page-models/people.ts';
import { test as base } from './page-models/toasts.ts';
import { TestServer, type Session } from './server.ts';

export const PASSWORD = 'Lighthouse-7';
export type NewPerson = Person & { readonly session: Session };

interface Given {
  /** A newly registered user. */
  readonly newPerson: () => Promise<NewPerson>;
  /** The same, signed in on the test's page. */
  readonly beginAsNew: (language?: Language) => Promise<NewPerson>;
}
interface Shared {
  readonly server: TestServer;
}

let people = 0;

export const test = base.extend<Given, Shared>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright requires a pattern.
    async ({}, use) => {
      const server = await TestServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  newPerson: async ({ server }, use) => {
    await use(() => register(server));
  },
  beginAsNew: async ({ server, context }, use) => {
    await use((language) => begin(server, context, language));
  },
});

async function register(server: TestServer): Promise<NewPerson> {
  people += 1;
  const person = { email: `person${people}@example.com`, password: PASSWORD };
  return { ...person, session: await server.register(person) };
}

async function begin(
  server: TestServer,
  context: BrowserContext,
  language: Language = 'en-US',
): Promise<NewPerson> {
  const person = await register(server);
  await beginAs(context, person.session, language);
  return person;
}
