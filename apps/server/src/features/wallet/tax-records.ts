/**
 * What tax tools are told: for each record that changed a user's coins at one moment, what came,
 * what went and what was charged. Postings that sum to nothing (transfers between own accounts,
 * freezes) are left out, so that the rows of any time add up to the change of the ledger.
 */
import type { RecordKind } from '@glasshouse/protocol/wallet';
import { listPages, WHOLE } from '../../db/lists.ts';
import { ledgerList, type Reads } from './ledger-list.ts';
import { isNamedByCommand, recordId, REASONS, termsOf } from './other-sides.ts';
import type { PostingsTable } from './tables.ts';

/** An amount in the units of an asset, above zero. */
export interface Part {
  readonly asset: number;
  readonly units: bigint;
}

export interface TaxRecord {
  readonly timeMs: number;
  readonly seq: number;
  readonly kind: RecordKind;
  /** The feature that it belongs to, such as 'mining'. */
  readonly feature: string;
  /** The id of the record. */
  readonly id: string;
  readonly received: Part | null;
  readonly sent: Part | null;
  /** What was charged beside `received` and `sent`. */
  readonly fee: Part | null;
  /** 1, and more where one record moved more coins than a row has room for. */
  readonly part: number;
}

export interface TaxQuery {
  readonly owner: number;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** Newest first, in pages. */
export async function* taxRecords(reads: Reads, query: TaxQuery): AsyncGenerator<TaxRecord[]> {
  const list = { ...(await ledgerList(reads, { ...query, ...WHOLE })), rowOf: (row: PostingsTable) => row };
  // Postings of one command follow each other, on either side of the end of a page.
  let command: PostingsTable[] = [];
  for await (const page of listPages(reads.database, list)) {
    const ended: TaxRecord[] = [];
    for (const posting of page) {
      if (command.length > 0 && command[0]?.seq !== posting.seq) {
        ended.push(...recordsOf(command));
        command = [];
      }
      command.push(posting);
    }
    yield ended;
  }
  yield recordsOf(command);
}

interface Sums {
  readonly first: PostingsTable;
  readonly kind: RecordKind;
  readonly id: string;
  readonly moved: Map<number, bigint>;
  readonly charged: Map<number, bigint>;
}

/** The records of one command. */
export function recordsOf(postings: readonly PostingsTable[]): TaxRecord[] {
  const byRecord = new Map<string, Sums>();
  for (const posting of postings) {
    const { record: kind, line } = termsOf(posting.reason);
    const id = recordId(posting.reason, isNamedByCommand(kind) ? posting.seq : posting.reference);
    const key = `${kind} ${id}`;
    const sums = byRecord.get(key) ?? { first: posting, kind, id, moved: new Map(), charged: new Map() };
    byRecord.set(key, sums);
    const of = line === 'fees' ? sums.charged : sums.moved;
    const units = BigInt(posting.available) + BigInt(posting.frozen);
    of.set(posting.asset, (of.get(posting.asset) ?? 0n) + units);
  }
  return [...byRecord.values()].flatMap(rowsOf);
}

/** A row has one coin of each side: a record with more has more rows. */
function rowsOf({ first, kind, id, moved, charged }: Sums): TaxRecord[] {
  // A fee that is given back is received.
  const came = [...partsOf(moved, 1n), ...partsOf(charged, 1n)];
  const went = partsOf(moved, -1n);
  const fees = partsOf(charged, -1n);
  const { feature } = REASONS[first.reason as keyof typeof REASONS];
  return Array.from({ length: Math.max(came.length, went.length, fees.length) }, (_, at) => ({
    timeMs: first.time_ms,
    seq: first.seq,
    kind,
    feature,
    id,
    received: came[at] ?? null,
    sent: went[at] ?? null,
    fee: fees[at] ?? null,
    part: at + 1,
  }));
}

function partsOf(sums: ReadonlyMap<number, bigint>, sign: bigint): Part[] {
  return [...sums].flatMap(([asset, sum]) => (sum * sign > 0n ? [{ asset, units: sum * sign }] : []));
}
