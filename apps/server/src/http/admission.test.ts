/**
 * Goal: a flood of visitors holds up no operator (D0016). Method: more requests in one turn of the
 * event loop than may wait.
 */
import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { containment } from '../process/containment.ts';
import { createLog } from '../process/log.ts';
import { Admission } from './admission.ts';
import { ClientAddresses } from './client-address.ts';
import { EDGE_LIMITS } from './edge-limits.ts';

const OPERATOR = { name: 'agent', role: 'support', sessionKey: 'key', endsMs: Infinity } as const;
const SESSION = { userId: 1_000_001, sessionKey: 'key' };
const SIGN_IN = '/operator/app/operators/signIn';
const INBOX = '/operator/app/desk/getInbox';
const NETWORKS = 40;
/** From where operators have signed in. */
const OFFICE_NETWORKS = '203.0.113.';

function openAdmission() {
  const served: string[] = [];
  const admission = new Admission({
    addresses: new ClientAddresses([]),
    own: { ownsHost: () => true, ownsOrigin: () => true },
    hasOfficePort: false,
    headers: {},
    rateFactor: 1,
    contain: containment(createLog('silent')),
    isHttps: false,
  });
  admission.open({
    serve: ({ url = '' }) => void served.push(url),
    direct: { take: () => false },
    sessions: { known: (token) => (token === 'session' ? SESSION : null) },
    operators: { find: (token) => (token === 'live' ? OPERATOR : null) },
    officePlaces: { has: (network) => network.startsWith(OFFICE_NETWORKS) },
    apiKeys: {
      find: (text) => (text === 'key' ? { keyId: 'k', allows: (ip) => ip === '203.0.113.5' } : null),
    },
  });
  const ask = (url: string, ip: string, token?: string): ServerResponse => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: ip });
    const request = new IncomingMessage(socket);
    const own =
      token === 'session'
        ? { 'x-access-token': token }
        : token === undefined
          ? {}
          : token === 'key'
            ? { 'x-mbx-apikey': token }
            : { cookie: `operator=${token}` };
    Object.assign(request, { url, method: 'POST', headers: { host: 'localhost', ...own } });
    const response = new ServerResponse(request);
    admission.handle(request, response);
    return response;
  };
  return { admission, served, ask };
}

test('R16.6 R13.6 D0016 operators are answered at once while visitors wait and are refused', () => {
  const { admission, served, ask } = openAdmission();
  for (let i = 0; admission.figures.refusedBusy === 0; i++)
    ask('/bb/app/support/getDesk', `192.0.2.${i % NETWORKS}`);
  assert.equal(admission.queued, EDGE_LIMITS.queued);
  assert.ok(!served.includes(INBOX));
  ask(INBOX, '192.0.2.1', 'live');
  assert.equal(served.at(-1), INBOX, 'also from the network of visitors');
  ask(SIGN_IN, '192.0.2.1');
  assert.equal(served.at(-1), SIGN_IN);
  ask('/operator/', '192.0.2.1');
  assert.equal(served.at(-1), '/operator/');
  assert.equal(ask('/bb/app/support/getDesk', '198.51.100.1').statusCode, 503);
});

test('R16.6 D0016 the files of the chat are those of a visitor, and use up nothing of the back office', () => {
  const { ask } = openAdmission();
  const policyOf = (url: string): unknown => ask(url, '192.0.2.1').getHeader('ratelimit-policy');
  assert.match(String(policyOf('/chat/assets/chat-1.js')), /^"files"/);
  assert.match(String(policyOf('/chat/')), /^"files"/);
  assert.match(String(policyOf('/operator/assets/index-1.js')), /^"office"/);
});

test('R16.6 R13.6 D0016 a flood of sign-ins to the back office holds up no operator and no visitor', () => {
  const { admission, served, ask } = openAdmission();
  for (let i = 0; admission.figures.refusedBusy === 0; i++) ask(SIGN_IN, `192.0.2.${i % NETWORKS}`);
  assert.equal(admission.queued, EDGE_LIMITS.queuedOfOffice);
  ask(INBOX, '192.0.2.1', 'live');
  assert.equal(served.at(-1), INBOX);
  ask('/bb/app/support/getDesk', '192.0.2.1');
  assert.equal(served.at(-1), '/bb/app/support/getDesk');
  assert.equal(ask(INBOX, '192.0.2.1', 'ended').statusCode, 503, 'without a live session');
});

test('R16.6 R13.6 D0016 a flood of sign-ins to the back office holds up none from where operators have signed in', () => {
  const { admission, served, ask } = openAdmission();
  for (let i = 0; admission.figures.refusedBusy === 0; i++) ask(SIGN_IN, `192.0.2.${i % NETWORKS}`);
  const servedBefore = served.length;
  assert.equal(ask(SIGN_IN, '198.51.100.1').statusCode, 503);
  ask(SIGN_IN, `${OFFICE_NETWORKS}7`);
  assert.equal(served.length, servedBefore + 1);
});

test('R13.6 D0016 a flood of a stolen session uses up nothing of what its owner freezes the account with', () => {
  const { admission, served, ask } = openAdmission();
  const freeze = '/bb/app/user/freeze';
  for (let i = 0; admission.figures.refusedTooMany === 0; i++)
    ask(i % 2 === 0 ? '/bb/app/spot/cancelAll' : freeze, '192.0.2.1', 'session');
  while (admission.figures.refusedTooMany < 2) ask(freeze, '192.0.2.1', 'session');
  ask(freeze, '198.51.100.1', 'session');
  assert.equal(served.at(-1), freeze);
  assert.equal(admission.figures.refusedTooMany, 2);
});

test('R13.6 D0051 a flood with the text of a key uses up nothing of it from elsewhere than its networks', () => {
  const { admission, served, ask } = openAdmission();
  const order = '/api/v3/order';
  while (admission.figures.refusedTooMany === 0) ask(order, '198.51.100.1', 'key');
  const servedBefore = served.length;
  ask(order, '203.0.113.5', 'key');
  assert.equal(served.length, servedBefore + 1);
  assert.equal(admission.figures.refusedTooMany, 1);
});
