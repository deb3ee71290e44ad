/**
 * The configuration: the defaults of demo mode, and a list of everything that production refuses to
 * start without.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { ConfigError } from './feed-config.ts';

const MASTER_KEY = 'kF8n2vQx7LwZr4TbYp9sHc3mJd6gAeUo';
const PRODUCTION = {
  MODE: 'production',
  MASTER_KEY,
  DATABASE_URL: 'postgres://exchange@db.example/exchange',
  SMTP_URL: 'smtps://mail.example',
  MARKET_SOURCE: 'ccxt:kraken,okx',
  PUBLIC_URL: 'https://exchange.example',
};

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return '';
}

test('R14.1 R14.2 without any setting it is a demo on port 8080 with its data in ./data', () => {
  const config = readConfig({});
  assert.equal(config.mode, 'demo');
  assert.equal(config.port, 8080);
  assert.equal(config.dataDir, './data');
  assert.deepEqual(config.marketSource, { kind: 'simulated', seed: null });
  assert.equal(config.feedSocket, null);
});

test('R14.2 an empty setting is an absent one', () => {
  assert.equal(readConfig({ PORT: '', SMTP_URL: '' }).port, 8080);
});

test('R14.2 production names everything that is missing in one message', () => {
  const message = refusalOf({ MODE: 'production' });
  for (const name of ['MASTER_KEY', 'DATABASE_URL', 'SMTP_URL', 'MARKET_SOURCE', 'PUBLIC_URL'])
    assert.match(message, new RegExp(name));
});

test('R14.2 production refuses simulated prices and a master key that is no secret', () => {
  for (const source of ['simulated', 'recorded:package.json', ''])
    assert.match(refusalOf({ ...PRODUCTION, MARKET_SOURCE: source }), /MARKET_SOURCE/);
  assert.match(refusalOf({ ...PRODUCTION, MASTER_KEY: 'a'.repeat(40) }), /MASTER_KEY/);
  assert.match(refusalOf({ ...PRODUCTION, MASTER_KEY: 'short' }), /MASTER_KEY/);
  for (const regular of ['abcdefghij'.repeat(4), 'correct horse battery '.repeat(3)])
    assert.match(refusalOf({ ...PRODUCTION, MASTER_KEY: regular }), /MASTER_KEY/, regular);
  for (const hex of ['8f14e45fceea167a5a36dedd4bea2543', 'c9f0f895fb98ab9159f51fd0297e236d8b2f6a10'])
    assert.equal(readConfig({ ...PRODUCTION, MASTER_KEY: hex }).masterKey, hex);
  assert.equal(readConfig(PRODUCTION).mode, 'production');
});

test('R14.2 a market source that is not there is refused with what is wrong with it', () => {
  for (const [source, wrong] of [
    ['kraken', /'kraken' is not 'simulated'/],
    ['ccxt:krakken,okx', /'krakken'.*no exchange/],
    ['ccxt:', /''.*no exchange/],
    ['ccxt:../../kraken', /no exchange/],
    ['ccxt:okx,okx', /twice/],
    ['recorded:/nowhere/quotes.jsonl', /no file/],
  ] as const)
    assert.match(refusalOf({ MARKET_SOURCE: source }), wrong, source);
  assert.match(
    refusalOf({ MARKET_SOURCE: 'ccxt:okx', MARKET_SOURCE_SETTINGS: 'package.json' }),
    /settings of name/,
  );
  const { marketSource } = readConfig({ MARKET_SOURCE: 'ccxt:kraken, okx' });
  assert.deepEqual(marketSource, { kind: 'ccxt', exchanges: ['kraken', 'okx'], settingsFile: null });
});

test('R14.2 R13.5 addresses that browsers open are of the web, and in production https', () => {
  for (const name of ['PUBLIC_URL', 'OPERATOR_URL', 'MOBILE_URL']) {
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc', 'exchange.example'])
      assert.match(refusalOf({ [name]: address }), new RegExp(name), address);
    assert.equal(refusalOf({ [name]: 'http://exchange.example' }), '');
    const insecure = { ...PRODUCTION, [name]: 'http://exchange.example' };
    assert.match(refusalOf(insecure), new RegExp(`${name}: has to be https`));
  }
  const unnamed = { ...PRODUCTION, OPERATOR_PORT: '8081' };
  assert.match(refusalOf(unnamed), /OPERATOR_URL: the address that staff open/);
  assert.equal(refusalOf({ ...unnamed, OPERATOR_URL: 'https://office.example' }), '');
});

test('R14.2 R16.5 R13.5 the chat of a provider is at an https address', () => {
  for (const address of ['', '/chat/', 'https://chat.example/embed'])
    assert.equal(readConfig({ CUSTOMER_SERVICE_URL: address }).customerServiceUrl, address);
  for (const address of ['http://chat.example/embed', 'http://localhost:5000/', '/pc/main'])
    assert.match(refusalOf({ CUSTOMER_SERVICE_URL: address }), /CUSTOMER_SERVICE_URL/, address);
});

test('R14.2 R13.5 a malformed setting is named, and its value is not shown', () => {
  const message = refusalOf({ PORT: 'eighty', MASTER_KEY: 'too-short-secret' });
  assert.match(message, /PORT/);
  assert.doesNotMatch(message, /too-short-secret/);
});
