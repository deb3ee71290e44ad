/**
 * Goal: visitors reach the public paths and no others. Method: the list of R2.1 and samples that
 * are not on it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicPath, redirectOf } from './sections.ts';
import { safeReturnPath } from '#shared/return-to.ts';

test('R2.1 a visitor may open the public paths', () => {
  const paths =
    '/main /home /market /trade /scontract /finance/list /pool/list /fund/list /fund/detail /subscribe/list /subscribe/detail /subscribe/preview /about/us /about/connect /about/protocol /about/legal /login/login /login/register /login/forget';
  for (const path of paths.split(' ')) assert.ok(isPublicPath(path), path);
  assert.ok(isPublicPath('/market/'));
});
test('R2.1 any other path needs a session', () => {
  const paths =
    '/about/policy /login/modify /account/assert/2 /account/trade /setting/safty /finance/record /subscribe/record /pool/record /fund/record /nowhere /market/x';
  for (const path of paths.split(' ')) assert.ok(!isPublicPath(path), path);
});
test('R2.2 short paths lead to their first page', () => {
  assert.equal(redirectOf('/'), '/main');
  assert.equal(redirectOf('/account'), '/account/assert/2');
  assert.equal(redirectOf('/setting/'), '/setting/safty');
  assert.equal(redirectOf('/market'), undefined);
});
test('R2.1 after login the user returns only to a page of this site', () => {
  assert.equal(safeReturnPath('/trade?base=ETH'), '/trade?base=ETH');
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/login/login',
    undefined,
  ]) {
    assert.equal(safeReturnPath(path), undefined);
  }
});
