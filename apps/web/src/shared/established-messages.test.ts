/**
 * Goal: messages that people and programs know keep their wording. Method: the list of them, and
 * where each is written: in the protocol or in the site's texts.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { REFUSALS, type RefusalName } from '@glasshouse/protocol';

type Texts = { readonly [name: string]: string | Texts };

function siteText(part: string, key: string): unknown {
  const file = path.join(import.meta.dirname, '..', part, 'locales/en-US.json');
  let found: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const name of key.split('.')) found = (found as Texts)[name];
  return found;
}

const OF_SERVER: Readonly<Partial<Record<RefusalName, string>>> = {
  'identity/wrong-code': 'Verification code error',
  'identity/password-incorrect': 'Password is incorrect',
  'identity/passwords-differ': 'Passwords are inconsistent',
  'wallet/insufficient-balance': 'Insufficient available balance',
  'session/invalid': 'Please login first',
};
const OF_SITE: readonly (readonly [part: string, key: string, text: string])[] = [
  ['shared', 'l.error', 'error'],
  ['shared', 'l.exited', 'Exited'],
  ['shared', 'l.loginSuccess', 'login success'],
  ['shared', 'l.registerSuccess', 'Register success'],
  ['shared', 'l.cancelled', 'Cancelled'],
  ['shared', 'l.orderPlaced', 'Order has been placed'],
  ['shared', 'l.submitted', 'Submitted'],
  ['shared', 'l.transferDone', 'Transfer successful'],
  ['shared', 'l.createSuccess', 'create success'],
  ['shared', 'l.noData', 'no data'],
  ['shared', 'l.noMore', 'No more'],
  ['features/fund', 'fund.sellSubmitted', 'Submission Successful!'],
];

test('R8.4 established messages keep their wording, in refusals and on the site', () => {
  for (const [name, text] of Object.entries(OF_SERVER))
    assert.equal(REFUSALS[name as RefusalName].en, text, name);
  for (const [part, key, text] of OF_SITE) assert.equal(siteText(part, key), text, key);
  assert.match(REFUSALS['request/too-many'].en, /Please try again later$/);
});
