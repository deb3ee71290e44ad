/** The fee tiers in force from each command on, from the kept journal and from the state. */
import type { Command, Exchange } from '@glasshouse/core';
import type { Session } from '../../db/database.ts';
import type { JournalBeginTable, JournalTable } from '../../db/tables/pipeline.ts';
import { commandsOf } from '../../pipeline/record.ts';

export interface TierDefinition {
  /** null: no tiers are defined yet, and no volume is counted. */
  readonly asset: number | null;
  readonly tiers: Extract<Command, { type: 'define-fee-tiers' }>['tiers'];
}

const NO_TIERS: TierDefinition = {
  asset: null,
  tiers: [{ volume: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 }],
};
const PAGE_BATCHES = 500;

/**
 * In ascending order. If the oldest part of the journal was dropped and no tiers were defined
 * since, the state has the tiers in force. If some were, the tiers of the dropped part are unknown.
 */
export async function tierHistory(
  session: Session,
  exchange: Exchange,
): Promise<readonly { readonly seq: number; readonly definition: TierDefinition }[]> {
  const begin = (await session.query<JournalBeginTable>('select * from journal_begin')).rows[0];
  const history = begin === undefined ? [{ seq: 0, definition: NO_TIERS }] : [];
  for (let batch = 0; ;) {
    const { rows } = await session.query<JournalTable>(
      'select * from journal where batch > $1 order by batch limit $2',
      [batch, PAGE_BATCHES],
    );
    for (const record of rows)
      commandsOf(record).forEach((command, i) => {
        if (command.type !== 'define-fee-tiers' || !isSound(command)) return;
        history.push({ seq: record.first_seq + i, definition: command });
      });
    batch = rows.at(-1)?.batch ?? batch;
    if (rows.length < PAGE_BATCHES) break;
  }
  if (history.length === 0)
    return [{ seq: 0, definition: exchange.features.spot.fees.definition ?? NO_TIERS }];
  return history;
}

/** The core refused definitions that are not sound. */
function isSound({ tiers }: Extract<Command, { type: 'define-fee-tiers' }>): boolean {
  const rises = tiers.every(({ volume }, i) => (i === 0 ? volume === 0 : volume > tiers[i - 1]!.volume));
  const isShare = (ppm: number): boolean => Number.isInteger(ppm) && ppm >= 0 && ppm <= 1_000_000;
  return (
    tiers.length > 0 &&
    rises &&
    tiers.every((one) => isShare(one.makerSharePpm) && isShare(one.takerSharePpm))
  );
}
