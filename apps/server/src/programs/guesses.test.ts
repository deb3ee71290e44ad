/**
 * Goal: who guesses keys and signatures finds nothing, learns nothing, and does not stop the owner.
 * Method: guesses from many networks at once against a key that is in use: other signatures, other
 * keys, prefixes of the right ones.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runs } from '../../../../tools/nightly.ts';
import { MASTER_KEY } from '../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { keyOf, Program, type ProgramKey } from '../testing/program.ts';

const GUESSES = runs(400, 10_000);
const AT_ONCE = 20;
const NETWORKS = 50;
/** The owner asks once after so many guesses. */
const OWNER_EVERY = 100;

let server: TestServer;
let key: ProgramKey;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, TRUST_PROXY: 'loopback' } });
  key = await keyOf(server, await server.register('guessed'));
});
after(() => server.close());

interface Guess {
  readonly apiKey: string;
  readonly signature: string;
}

/** Three kinds in turn: a wrong signature, all but the end of the right one, a key that is none. */
function guessOf(number: number, text: string): Guess {
  const right = new Program(server.server.url, key).sign(text);
  const random = randomBytes(32).toString('hex');
  if (number % 3 === 0) return { apiKey: key.apiKey, signature: random };
  if (number % 3 === 1) return { apiKey: key.apiKey, signature: right.slice(0, -1) + other(right.at(-1)!) };
  const apiKey = key.apiKey.slice(0, -1) + other(key.apiKey.at(-1)!);
  return { apiKey, signature: right };
}

const other = (digit: string): string => (digit === '0' ? '1' : '0');

async function guess(number: number): Promise<{ readonly status: number; readonly code: number }> {
  const text = `recvWindow=60000&timestamp=${Date.now() - (number % 1_000)}`;
  const { apiKey, signature } = guessOf(number, text);
  const response = await fetch(`${server.server.url}/api/v3/account?${text}&signature=${signature}`, {
    headers: { 'x-mbx-apikey': apiKey, 'x-forwarded-for': `198.51.${number % NETWORKS}.7` },
  });
  const { code } = (await response.json()) as { code: number };
  return { status: response.status, code };
}

test('trading-api I1 I5 R13.2 guesses of keys and signatures find nothing and stop nobody else', async (context) => {
  const owner = new Program(server.server.url, key);
  const found = new Map<string, number>();
  for (let number = 0; number < GUESSES; number += AT_ONCE) {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => guess(number + i)));
    for (const { status, code } of replies) {
      assert.notEqual(status, 200, `guess ${number}`);
      const answer = `${status} ${code}`;
      found.set(answer, (found.get(answer) ?? 0) + 1);
    }
    if (number % OWNER_EVERY === 0)
      assert.equal((await owner.ask('GET /api/v3/account')).status, 200, `the owner after ${number}`);
  }
  context.diagnostic(JSON.stringify(Object.fromEntries(found)));
  // A wrong signature (-1022), an unknown key (-2015), and limits.
  const known = new Set(['400 -1022', '401 -2015', '401 -2014', '429 -1003', '418 -1003']);
  assert.deepEqual(
    [...found.keys()].filter((answer) => !known.has(answer)),
    [],
    JSON.stringify([...found]),
  );
});
