/**
 * Goal: only public keys of ours are taken, private ones are told apart in every form, and texts of
 * keys are random. Method: pairs made by node:crypto.
 */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { hashOf, randomText, readPublicKey } from './key-material.ts';

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' });
const ed25519 = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });

test('api-keys I4 a private key is told apart in every form, before a public key is read from it', () => {
  const forms = [
    ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ed25519.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }),
    rsa.privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'a' }),
    `${spki(ed25519.publicKey)}${ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' })}`,
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----',
  ];
  for (const text of forms)
    for (const kind of ['ed25519', 'rsa'] as const)
      assert.deepEqual(
        readPublicKey(kind, text),
        { error: 'api-keys/private-key', field: 'publicKey' },
        text,
      );
});

test('api-keys I4 a public key of another kind, or one too weak to sign with, is refused', () => {
  const refused = { error: 'api-keys/public-key-invalid', field: 'publicKey' };
  const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey;
  const odd = generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent: 3 }).publicKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const texts = [
    'no key',
    spki(curve),
    spki(weak),
    spki(odd),
    `${spki(rsa.publicKey)}${spki(rsa.publicKey)}`,
  ];
  for (const text of texts) assert.deepEqual(readPublicKey('rsa', text), refused, text);
  assert.deepEqual(readPublicKey('rsa', spki(ed25519.publicKey)), refused);
  assert.deepEqual(readPublicKey('ed25519', spki(rsa.publicKey)), refused);
  assert.equal(readPublicKey('rsa', spki(rsa.publicKey)), spki(rsa.publicKey));
  assert.equal(
    readPublicKey('rsa', rsa.publicKey.export({ type: 'pkcs1', format: 'pem' })),
    spki(rsa.publicKey),
  );
  assert.equal(readPublicKey('ed25519', spki(ed25519.publicKey)), spki(ed25519.publicKey));
});

test('api-keys I4 a key is 64 letters and digits, each as likely; nothing else is looked for', () => {
  const texts = Array.from({ length: 200 }, randomText);
  assert.equal(new Set(texts).size, texts.length);
  const counts = new Map<string, number>();
  for (const sign of texts.join('')) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // 206 of each are expected; seven standard deviations are 100.
  for (const [sign, found] of counts) assert.ok(Math.abs(found - 206) < 100, sign);
  for (const text of texts) assert.match(hashOf(text) ?? '', /^[\w-]{43}$/);
  for (const text of ['', `${texts[0]}a`, `${'a'.repeat(63)}-`, `${'a'.repeat(63)}\n`])
    assert.equal(hashOf(text), null);
});
