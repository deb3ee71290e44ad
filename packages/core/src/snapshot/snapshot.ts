/**
 * Writes the whole state as bytes and reads it back. The bytes depend on nothing but the state, so
 * their hash is the hash of the state. A restored exchange continues exactly like the saved one.
 *
 * The layout: its number; the header; assets and ledger; a section per feature with its name, the
 * version of its rules, its snapshot version and its length in bytes; the queue of due items.
 * Features upgrade their own sections (`CoreFeature.load`). A feature without a section is new and
 * stays empty.
 */
import { ByteReader, ByteWriter } from '../encoding/byte-stream.ts';
import { readRecord, writeRecords } from '../encoding/number-records.ts';
import { DUE_FIELDS } from '../due/due-queue.ts';
import type { AnyFeature, FeatureEntry } from '../contract/feature.ts';
import type { ExchangeState } from './snapshot-state.ts';
import { readAssets, readLedger, writeAssets, writeLedger } from './snapshot-ledger.ts';

/** 1 to 4 were of states from before the first release, which are refused. */
const LAYOUT = 5;
/** Of the rules that a feature begins with. */
const FIRST_RULES_VERSION = 1;

export function writeSnapshot(exchange: ExchangeState): Uint8Array {
  const out = new ByteWriter();
  out.number(LAYOUT);
  const { tick, tickMs } = exchange.lastTick;
  out.numbers([exchange.seq, exchange.timeMs, tick, tickMs]);
  writeAssets(exchange, out);
  writeLedger(exchange, out);
  const sections = exchange.featureList.filter((entry) => !isUntouched(exchange, entry));
  out.number(sections.length);
  for (const { name, feature } of sections) {
    out.text(name);
    out.numbers([exchange.rules.versionOf(name), feature.snapshotVersion]);
    out.sized(() => feature.save(out));
  }
  const due = [...exchange.due.waiting()];
  writeRecords(out, DUE_FIELDS, due);
  return out.finish();
}

/**
 * Whether a feature is as in a new exchange. It has no section then, so that the state's hash does
 * not change with the features that a version brings.
 */
function isUntouched({ rules }: ExchangeState, { name, feature, untouched }: FeatureEntry): boolean {
  if (rules.versionOf(name) !== FIRST_RULES_VERSION) return false;
  const bytes = sectionOf(feature);
  return bytes.length === untouched.length && bytes.every((byte, i) => byte === untouched[i]);
}

/** What a snapshot holds of a feature. */
export function sectionOf(feature: AnyFeature): Uint8Array {
  const out = new ByteWriter();
  feature.save(out);
  return out.finish();
}

/** Fills an empty exchange. */
export function readSnapshot(exchange: ExchangeState, bytes: Uint8Array): void {
  const input = new ByteReader(bytes);
  const layout = input.number();
  if (layout !== LAYOUT) throw new Error(`snapshot layout ${layout} is not known`);
  readSections(exchange, input);
  if (!input.isAtEnd) throw new Error('snapshot has bytes after its end');
}

function readSections(exchange: ExchangeState, input: ByteReader): void {
  const [seq = 0, timeMs = 0, tick = 0, tickMs = 0] = input.numbers();
  exchange.seq = seq;
  exchange.timeMs = timeMs;
  exchange.lastTick = { tick, tickMs };
  readAssets(exchange, input);
  readLedger(exchange, input);
  const sections = new Map<string, { rules: number; version: number; bytes: Uint8Array }>();
  for (let left = input.number(); left > 0; left--) {
    const name = input.text();
    const [rules = 0, version = 0] = input.numbers();
    sections.set(name, { rules, version, bytes: input.sized() });
  }
  for (const { name, feature } of exchange.featureList) {
    const section = sections.get(name);
    if (section === undefined) continue;
    sections.delete(name);
    if (section.version > feature.snapshotVersion)
      throw new Error(`section ${name} ${section.version} of the snapshot is not known`);
    exchange.rules.restore(name, section.rules);
    feature.onRules();
    const own = new ByteReader(section.bytes);
    feature.load(own, section.version);
    if (!own.isAtEnd) throw new Error(`section ${name} has bytes after its end`);
  }
  for (const name of sections.keys()) throw new Error(`section ${name} of the snapshot is not known`);
  for (let left = input.number(); left > 0; left--) exchange.restoreDue(readRecord(input, DUE_FIELDS));
}
