/**
 * Goal: an account keeps which versions of the documents its owner accepted, in the language in
 * which they were read. Method: registrations over HTTP.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DOCUMENT_NAMES, documentsInForce, inForce } from '@glasshouse/protocol/identity/documents';
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

interface Accepted {
  readonly document: string;
  readonly version: number;
  readonly language: string;
  readonly sha256: string;
  readonly time: number;
}

const acceptedBy = async (token: string) => {
  const reply = await server.post<{ list: Accepted[] }>('/bb/app/user/getAcceptedDocuments', {}, { token });
  return reply.data.list.toSorted((a, b) => a.document.localeCompare(b.document));
};

/** Registers by the call itself. */
async function register(name: string, more: object, language: string) {
  const email = `${name}@example.com`;
  await server.post('/bb/app/user/sendEmailCode', { email, type: 'register' });
  const code = await server.codeFor(email);
  const body = { email, code, password: PASSWORD, confirmPassword: PASSWORD, agree: true, ...more };
  return server.post<{ token: string }>('/bb/app/user/register', body, { language });
}

for (const [language, words] of [
  ['en-US,en', 'en'],
  ['zh-CN,zh', 'zh'],
] as const)
  test(`R2.41 R5.2 a registration keeps the versions in force and the hash of what was read, ${words}`, async () => {
    const startMs = Date.now();
    const reply = await register(`accepts-${words}`, { documents: documentsInForce() }, language);
    assert.equal(reply.code, 1);
    const list = await acceptedBy(reply.data.token);
    assert.deepEqual(
      list.map(({ document, version, language: read, sha256 }) => [document, version, read, sha256]),
      DOCUMENT_NAMES.toSorted().map((document) => {
        const { version, sha256 } = inForce(document);
        return [document, version, words, sha256[words]];
      }),
    );
    for (const { time } of list) assert.ok(time >= startMs && time <= Date.now());
  });

test('R2.41 a page that shows former versions is refused, and nobody is registered', async () => {
  const reply = await register('old-page', { documents: 'protocol-1 policy-1 legal-1' }, 'en-US,en');
  assert.deepEqual([reply.error, reply.field], ['identity/documents-changed', 'documents']);
  const { kysely } = server.server.database;
  const found = await kysely
    .selectFrom('users')
    .select('user_id')
    .where('email', '=', 'old-page@example.com')
    .execute();
  assert.deepEqual(found, []);
});

test('R2.41 R7.4 a program that sends no versions accepts those in force; one user does not see another’s', async () => {
  const { token } = await server.register('program');
  const list = await acceptedBy(token);
  assert.equal(list.length, DOCUMENT_NAMES.length);
});
