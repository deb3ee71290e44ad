/** Goal: no call adds to the disk without a limit. Method: every call of the API by its name. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { CALLS, OPERATOR_CALLS, type Call } from './index.ts';
import { GROWTH } from './growth.ts';

const READS = /\/(get|export|preview)(-|$)/;
/** They write no more than is there: flags of a row, or a row for each that another call made. */
const ADDS_NOTHING: ReadonlySet<string> = new Set([
  // They give back, and one that finds nothing is refused before it is written.
  'fund/cancel-sell',
  'funding/cancel-withdrawal',
  'spot/cancel-all',
  'spot/cancel-order',
  'subscription/cancel',
  'vouchers/take-back',
  // They end something, or protect an account: nobody may be kept from them.
  'api-keys/end-all-keys',
  'api-keys/end-key',
  'identity/end-other-sessions',
  'identity/end-session',
  'identity/freeze',
  'identity/freeze-by-link',
  'identity/info',
  'identity/logout',
  'identity/remove-passkey',
  'identity/stop-reset',
  'wallet/remove-address',
  'price-alerts/remove',
  'operators/sign-out',
  'desk/freeze-person',
  'desk/close',
  'support/close',
  // They mark what is there.
  'notices/confirm',
  'notices/read-all',
  'desk/set-presence',
  // In memory alone.
  'desk/type',
  'support/type',
]);

test('R13.6 every call that writes says what it adds to the disk, and that has a limit', () => {
  for (const { name, grows } of [...CALLS, ...OPERATOR_CALLS] as readonly Call[]) {
    const addsNothing = ADDS_NOTHING.has(name) || (READS.test(name) && grows === null);
    assert.equal(grows === null, addsNothing, name);
  }
  for (const [kind, { ofUser, ofArea, ofAllAreas }] of Object.entries(GROWTH))
    assert.ok(ofUser !== null || (ofArea !== null && ofAllAreas !== null), kind);
});
