/** Assets and accounts in a snapshot. */
import type { ByteReader, ByteWriter } from '../encoding/byte-stream.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Registry } from '../registry.ts';

interface Accounts {
  readonly ledger: Ledger;
  readonly registry: Registry;
}

export function writeAssets({ registry }: Accounts, out: ByteWriter): void {
  const assets = registry.definedAssets();
  out.number(assets.length);
  for (const { asset, decimals, code } of assets) {
    out.numbers([asset, decimals]);
    out.text(code);
  }
}

export function readAssets({ ledger, registry }: Accounts, input: ByteReader): void {
  for (let left = input.number(); left > 0; left--) {
    const [asset = 0, decimals = 0] = input.numbers();
    registry.assets[asset] = { asset, decimals, code: input.text() };
    ledger.fitAssets(asset + 1);
  }
}

export function writeLedger({ ledger }: Accounts, out: ByteWriter): void {
  out.number(ledger.blockCount);
  for (let block = 0; block < ledger.blockCount; block++) {
    out.number(ledger.blockKey(block));
    out.numbers(ledger.blockBalances(block));
  }
}

export function readLedger({ ledger }: Accounts, input: ByteReader): void {
  for (let left = input.number(); left > 0; left--) {
    const key = input.number();
    ledger.restoreBlock(key, input.numbers());
  }
}
