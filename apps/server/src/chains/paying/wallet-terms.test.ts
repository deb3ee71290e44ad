/**
 * Goal: wallet terms say exactly what was meant, or are refused with the place of the mistake.
 * Method: the example of the manual, and changes of it.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { CHAIN_TERMS } from '@glasshouse/protocol/funding';
import { tronRulesOf, tronSweepTermsOf, tronTermsOf, type TronWalletTerms } from './tron-terms.ts';
import { utxoRulesOf, utxoTermsOf, type UtxoWalletTerms } from './utxo-terms.ts';
import { readConfig } from '../../config.ts';
import { readPayerConfig, readSignerConfig } from '../../process-configs.ts';
import {
  paymentTermsOf,
  readWalletTerms,
  signerRulesOf,
  sweepTermsOf,
  type WalletTerms,
} from './wallet-terms.ts';

const MANUAL = path.resolve(import.meta.dirname, '../../../../../docs/operating/wallets.md');
const [, json = ''] = /```json\n([\s\S]*?)```/.exec(fs.readFileSync(MANUAL, 'utf8')) ?? [];
const [, utxoJson = ''] = /```json\n(\{\n  "LTC"[\s\S]*?)```/.exec(fs.readFileSync(MANUAL, 'utf8')) ?? [];
const [, tronText = ''] = /```json\n(\{\n  "TRC20"[\s\S]*?)```/.exec(fs.readFileSync(MANUAL, 'utf8')) ?? [];
const tronJson = tronText.replace('T… of another seed', 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA');
const EXAMPLE = json.replace('0x… of another seed', '0x52908400098527886e0f7030069857d2e4169ee7');

function read(text: string) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-terms-'));
  try {
    const file = path.join(folder, 'terms.json');
    fs.writeFileSync(file, text);
    return readWalletTerms(file);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test('D0028 the terms of the manual are read in smallest units, for the payer and for the signer', () => {
  const terms = read(EXAMPLE)['ERC20'] as WalletTerms;
  assert.equal(paymentTermsOf(terms).fees.maxFeePerGas, 60n * 10n ** 9n);
  assert.equal(sweepTermsOf(terms).coins['ETH']?.sweepFrom, 5n * 10n ** 16n);
  assert.equal(sweepTermsOf(terms).coldAddress, '0x52908400098527886E0F7030069857D2E4169EE7');
  const { withdrawals, maxFeePerGas, feesPerDay } = signerRulesOf(terms);
  assert.deepEqual(withdrawals['USDT'], { perPayment: 50_000n * 10n ** 6n, perDay: 300_000n * 10n ** 6n });
  assert.equal(feesPerDay, 3n * 10n ** 18n);
  assert.equal(maxFeePerGas, 120n * 10n ** 9n, 'also what replaces a transaction is signed');
});

test('D0032 terms of the Bitcoin family are read in smallest units, and wrong ones refused', () => {
  const terms = read(utxoJson)['LTC'] as UtxoWalletTerms;
  const { chainId, coin, fees, dust, confirmations } = utxoTermsOf(terms);
  assert.deepEqual([chainId, coin, dust, confirmations], [2, 'LTC', 10_000n, 12]);
  assert.deepEqual(fees, { min: 2_000n, max: 100_000n, maxReplacement: 300_000n, relayStep: 1_000n });
  const { withdrawals, maxFee, feesPerDay } = utxoRulesOf(terms);
  assert.deepEqual(withdrawals, { perPayment: 500n * 10n ** 8n, perDay: 3_000n * 10n ** 8n });
  assert.deepEqual([maxFee, feesPerDay], [5_000_000n, 10n ** 8n]);
  const wrong: readonly (readonly [from: string, to: string, refusal: RegExp])[] = [
    ['"0.001"', '"0.01"', /LTC: minFeePerKvb, maxFeePerKvb and .* do not rise/],
    ['"dust": "0.0001"', '"dust": "0.000000001"', /LTC: 0\.000000001 has more than 8 decimals/],
    ['"maxFee"', '"fee"', /LTC\.maxFee/],
    ['"inputsMax": 50', '"inputsMax": 0', /LTC\.inputsMax/],
  ];
  for (const [from, to, refusal] of wrong) {
    assert.ok(utxoJson.includes(from), from);
    assert.throws(() => read(utxoJson.replace(from, to)), refusal);
  }
});

test('D0034 terms of TRON are read in smallest units, and wrong ones refused', () => {
  const terms = read(tronJson)['TRC20'] as TronWalletTerms;
  const { nativeCoin, feeLimitMax, otherFeesMax, lifetimeMs } = tronTermsOf(terms);
  assert.deepEqual(
    [nativeCoin, feeLimitMax, otherFeesMax, lifetimeMs],
    ['TRX', 60_000_000n, 2_000_000n, 120_000],
  );
  assert.equal(tronSweepTermsOf(terms).coins['USDT']?.sweepFrom, 50_000_000n);
  const { withdrawals, topUps, feesPerDay, lifetimeMsMax, coldAddress } = tronRulesOf(terms);
  assert.deepEqual(withdrawals['USDT'], { perPayment: 50_000n * 10n ** 6n, perDay: 300_000n * 10n ** 6n });
  assert.deepEqual([topUps.perPayment, feesPerDay], [100_000_000n, 20_000_000_000n]);
  assert.deepEqual([lifetimeMsMax, coldAddress], [180_000, 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA']);
  const wrong: readonly (readonly [from: string, to: string, refusal: RegExp])[] = [
    ['"TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA"', '"0x12"', /TRC20\.cold: not an address/],
    ['"lifetimeSeconds": 120', '"lifetimeSeconds": 29', /TRC20\.lifetimeSeconds/],
    ['"feeLimitMax": "60"', '"feeLimitMax": "99"', /topUps\.perPayment is below feeLimitMax/],
    ['"hotMax": "400000"', '"hotMax": "1"', /TRC20: hotTarget of USDT is above hotMax/],
    ['"USDT": {\n', '"TRX": {\n', /coins: TRX stays where/],
    ['"feesPerDay"', '"fees"', /TRC20\.feesPerDay/],
  ];
  for (const [from, to, refusal] of wrong) {
    assert.ok(tronJson.includes(from), from);
    assert.throws(() => read(tronJson.replace(from, to)), refusal);
  }
});

test('D0034 the HTTP of nodes of TRON is named, or follows from their JSON-RPC', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-terms-'));
  try {
    const file = path.join(folder, 'terms.json');
    fs.writeFileSync(file, tronJson);
    const http = (nodes: string, given = '') =>
      readConfig({ WALLET_TERMS: file, CHAIN_NODES_TRC20: nodes, CHAIN_HTTP_TRC20: given }).chainHttp[
        'TRC20'
      ];
    assert.deepEqual(http('http://a:1/jsonrpc,http://b:1/x/jsonrpc/'), ['http://a:1', 'http://b:1/x']);
    assert.deepEqual(http('http://a:1', 'http://a:2'), ['http://a:2']);
    assert.throws(() => http('http://a:1/jsonrpc,http://b:1'), /CHAIN_HTTP_TRC20 must name/);
    assert.throws(() => http('http://a:1,http://b:1', 'http://a:2'), /CHAIN_HTTP_TRC20 must name/);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('D0028 two chains of one file have two numbers', () => {
  const both = `${EXAMPLE.trim().slice(0, -1)},${utxoJson.trim().slice(1)}`;
  assert.deepEqual(Object.keys(read(both)), ['ERC20', 'LTC']);
  const same = both.replace('"chainId": 1,', '"chainId": 2,');
  assert.throws(() => read(same), /two chains have the same number/);
});

test('D0028 wrong terms are refused by the name of the field', () => {
  const wrong: readonly (readonly [from: string, to: string, refusal: RegExp])[] = [
    ['"60"', '"1e3"', /ERC20\.maxFeeGwei: not an amount/],
    ['"0x52908400098527886e0f7030069857d2e4169ee7"', '"0x12"', /ERC20\.cold: not an address/],
    ['"hotMax": "50"', '"hotMax": "19"', /ERC20: hotTarget of ETH is above hotMax/],
    ['"perPayment": "50000"', '"perPayment": "0.0000001"', /0\.0000001 has more than 6 decimals/],
    ['"ETH": {', '"SHIB": {', /SHIB has no contract/],
    ['"chainId"', '"chain"', /ERC20\.chainId/],
    ['"feesPerDay"', '"fees"', /ERC20\.feesPerDay/],
    ['"ERC20"', '"XRP"', /XRP: nobody can pay on it/],
  ];
  for (const [from, to, refusal] of wrong) {
    assert.ok(EXAMPLE.includes(from), from);
    assert.throws(() => read(EXAMPLE.replace(from, to)), refusal);
  }
});

test('D0028 every token of the exchange has the decimals of its chain, for the signer too', () => {
  const { ERC20: evm } = JSON.parse(EXAMPLE) as { ERC20: WalletTerms };
  const { TRC20: tron } = JSON.parse(tronJson) as { TRC20: TronWalletTerms };
  const bnb = { ...evm, nativeCoin: 'BNB' };
  for (const [chain, given, nativeCoin] of [
    ['ERC20', evm, 'ETH'],
    ['BEP20', bnb, 'BNB'],
    ['TRC20', tron, 'TRX'],
  ] as const)
    for (const { coin, decimals } of CHAIN_TERMS[chain].coins.filter((one) => one.coin !== nativeCoin)) {
      const { address } = given.tokens['USDT']!;
      const readWith = (told: number) => {
        const tokens = { [coin]: { address, decimals: told } };
        return read(JSON.stringify({ [chain]: { ...given, coins: {}, tokens } }));
      };
      assert.ok(chain in readWith(decimals));
      const refusal = new RegExp(`${chain}: tokens.${coin}.decimals is ${decimals} there`);
      for (const wrong of [decimals - 1, decimals + 1]) assert.throws(() => readWith(wrong), refusal);
    }
});

test('D0028 terms of a chain without nodes are refused before anything starts', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-terms-'));
  try {
    const file = path.join(folder, 'terms.json');
    fs.writeFileSync(file, EXAMPLE);
    assert.throws(() => readConfig({ WALLET_TERMS: file }), /WALLET_TERMS: ERC20 has no nodes/);
    const env = { WALLET_TERMS: file, CHAIN_NODES_ERC20: 'http://127.0.0.1:1' };
    assert.deepEqual(Object.keys(readConfig(env).walletTerms), ['ERC20']);
    assert.throws(() => readPayerConfig(env), /needs CHAIN_XPUB_EVM/);
    assert.throws(() => readSignerConfig({}), /needs SIGNER_DIR/);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
