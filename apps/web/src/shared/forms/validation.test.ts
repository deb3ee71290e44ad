/**
 * Goal: the forms refuse what R5.1 and R5.2 refuse. Method: samples on both sides of each limit.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, passwordRules, passwordStrength, secondsLeft } from './validation.ts';

test('R5.1 login needs an e-mail, a code and a password of at least 6 characters', () => {
  assert.equal(check.email(' '), 'identity.emailEmpty');
  assert.equal(check.email('nobody'), 'identity.emailWrong');
  assert.equal(check.email('a@b.co'), undefined);
  assert.equal(check.code(''), 'identity.codeEmpty');
  assert.equal(check.code('12345'), 'identity.codeWrong');
  assert.equal(check.code('1234567'), 'identity.codeWrong');
  for (const code of ['123 456', '123456 789012']) assert.equal(check.code(code), undefined);
  assert.equal(check.loginPassword('12345'), 'identity.passwordShort');
  assert.equal(check.loginPassword('123456'), undefined);
});
test('R5.2 a new password has 8 to 24 characters, the first a letter', () => {
  assert.equal(check.newPassword('a2345678'), undefined);
  assert.equal(check.newPassword('a234567'), 'identity.passwordRule');
  assert.equal(check.newPassword('12345678'), 'identity.passwordRule');
  assert.equal(check.newPassword(`a${'1'.repeat(24)}`), 'identity.passwordRule');
});
test('R5.2 the password is entered twice and must match', () => {
  assert.equal(check.again('abcdefgh', 'abcdefgx'), 'identity.passwordsDiffer');
  assert.deepEqual(passwordRules('', ''), { length: false, letter: false, match: false });
});
test('R5.3 an account name has 8 to 25 letters or digits, the first a letter; it may be absent', () => {
  for (const name of ['', 'Alice2026', `a${'1'.repeat(24)}`])
    assert.equal(check.accountName(name), undefined);
  for (const name of ['short12', '1lice2026', 'alice 2026', `a${'1'.repeat(25)}`])
    assert.equal(check.accountName(name), 'identity.accountNameRule');
});
test('R13.2 a code can be sent again after 60 seconds', () => {
  assert.equal(secondsLeft(undefined, 0), 0);
  assert.equal(secondsLeft(1000, 1000), 60);
  assert.equal(secondsLeft(1000, 60_500), 1);
  assert.equal(secondsLeft(1000, 61_000), 0);
});
test('R5.2 strength: short, repetitive and sequential passwords are weak', () => {
  assert.equal(passwordStrength(''), 0);
  assert.equal(passwordStrength('aaaaaaaaaaaa'), 1);
  assert.equal(passwordStrength('abcdefgh12345678'), 1);
  assert.equal(passwordStrength('Harness-2026'), 4);
  assert.ok(passwordStrength('kwzhrtqm') < passwordStrength('kWz4r-qm'));
});
