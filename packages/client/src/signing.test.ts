/**
 * Goal: signatures are those that the platform checks. Method: the example that Binance publishes
 * for HMAC, and node's own check of Ed25519.
 */
import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import { ed25519Key, formOf, hmacKey, socketPayload } from './signing.ts';

test('D0053 HMAC signs what Binance publishes as its example', async () => {
  const { sign } = await hmacKey(
    'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
    'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j',
  );
  const payload = socketPayload({
    symbol: 'BTCUSDT',
    side: 'SELL',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.01000000',
    price: '52000.00',
    newOrderRespType: 'ACK',
    recvWindow: 100,
    timestamp: 1_645_423_376_532,
    apiKey: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
  });
  assert.equal(await sign(payload), 'cc15477742bd704c29492d96c7ead9414dfd8e0ec4a00f947bb5bb454ddbd08a');
});

test('D0053 Ed25519 signs with a private key in PEM', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { sign } = await ed25519Key('key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const signature = Buffer.from(await sign('symbol=BTCUSDT'), 'base64');
  assert.ok(verify(null, Buffer.from('symbol=BTCUSDT'), publicKey, signature));
});

test('D0053 parameters are encoded, lists as JSON, absent ones left out', () => {
  assert.equal(
    formOf({ symbols: ['BTCUSDT'], limit: 5, newClientOrderId: undefined, name: 'a b&c' }),
    'symbols=%5B%22BTCUSDT%22%5D&limit=5&name=a%20b%26c',
  );
});
