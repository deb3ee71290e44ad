/** Figures of /metrics about chains: watching, paying, and the ledger beside them. */
import type { Figure } from '../operating/figures.ts';
import type { ServerPayoutPort } from './paying/server-payout-port.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { ChainWatcher } from './watcher.ts';

/** A payer makes a pass every few seconds, and a signer asks as often. */
const SILENT_MS = 60_000;

export function payingFigures(
  payoutPort: ServerPayoutPort | null,
  reconciliations: readonly Reconciliation[],
  nowMs: () => number,
): readonly Figure[] {
  // Without a payer all figures are 0, so that alarms can distinguish that from a lost series.
  const passes = () => payoutPort?.passes ?? [];
  const isSilent = (seenMs: number | null): boolean => seenMs === null || nowMs() - seenMs > SILENT_MS;
  const differing = (isSo: (difference: bigint) => boolean) => () =>
    reconciliations.filter(({ last }) => last.coins.some(({ difference }) => isSo(difference))).length;
  return [
    gauge(
      'payers_silent',
      'Chains on which no payer has made a pass for a minute',
      () => passes().filter(({ seenMs }) => isSilent(seenMs)).length,
    ),
    gauge('signer_silent', '1 if the signer has not asked for a minute', () =>
      payoutPort !== null && isSilent(payoutPort.signer.signerSeenMs) ? 1 : 0,
    ),
    gauge('payment_problems', 'Payments that do not go on', () =>
      passes().reduce((sum, { problems }) => sum + problems, 0),
    ),
    {
      name: 'payments_otherwise_total',
      help: 'Payments that ended otherwise than ordered: a person has to look',
      kind: 'counter',
      read: () => payoutPort?.reports.endedOtherwise ?? 0,
    },
    gauge(
      'chains_with_missing_coins',
      'Chains that have less than the ledger says',
      differing((difference) => difference < 0n),
    ),
    gauge(
      'chains_with_surplus_coins',
      'Chains that have more than the ledger says',
      differing((difference) => difference > 0n),
    ),
  ];
}

const gauge = (name: string, help: string, read: () => number): Figure => ({
  name,
  help,
  kind: 'gauge',
  read,
});

export function watcherFigures(watchers: readonly ChainWatcher[]): readonly Figure[] {
  const sum = (read: (watcher: ChainWatcher) => number) => () =>
    watchers.reduce((total, watcher) => total + read(watcher), 0);
  const counter = (name: string, help: string, read: (watcher: ChainWatcher) => number): Figure => ({
    name,
    help,
    kind: 'counter',
    read: sum(read),
  });
  const gauge = (name: string, help: string, read: (watcher: ChainWatcher) => number): Figure => ({
    name,
    help,
    kind: 'gauge',
    read: sum(read),
  });
  return [
    gauge('chains_not_up', 'Watched chains that are behind, down or halted', ({ state }) =>
      state.state === 'up' ? 0 : 1,
    ),
    gauge('chains_halted', 'Chains whose withdrawals are halted', ({ state }) =>
      state.state === 'halted' ? 1 : 0,
    ),
    counter(
      'chain_blocks_total',
      'Blocks that were followed, forwards and back',
      (one) => one.figures.blocks,
    ),
    counter('chain_failures_total', 'Times that following a chain failed', (one) => one.figures.failures),
    counter('deposits_credited_total', 'Deposits credited', (one) => one.figures.credited),
    counter('deposits_refused_total', 'Deposits that the exchange refused', (one) => one.figures.refused),
    counter(
      'deposits_reversed_total',
      'Credited deposits that left their chain',
      (one) => one.figures.reversed,
    ),
  ];
}
