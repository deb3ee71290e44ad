/**
 * The projector's thread: writes rows beside the writer, and makes the snapshots, so that the writer
 * never stops for either. If it differs from the writer, or cannot write, it ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openProjectorSession } from '../../db/projector-session.ts';
import { exchangeFactory } from '../exchange-factory.ts';
import { loadProjections } from '../projection-modules.ts';
import { makeSnapshot } from '../snapshot-content.ts';
import type { ProjectorBase, ProjectorOrder, ProjectorReport } from './messages.ts';
import { Projector } from './projector.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');
const report = (message: ProjectorReport, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

const { state, position, projectedBatch, modules, link } = workerData as ProjectorBase;
const session = await openProjectorSession(link);
const projector = await Projector.open(session, {
  exchange: exchangeFactory.restore(state),
  position,
  projectedBatch,
  projections: await loadProjections(modules),
  write: (write) => session.write(write),
  onProjected: (batch) => report({ kind: 'projected', batch }),
  // Thrown outside of any promise it ends the thread and reaches its owner.
  onError: (error) =>
    setImmediate(() => {
      throw error;
    }),
});

/** Records that came while a snapshot is made. */
let held: ProjectorOrder[] | null = null;

port.on('message', (order: ProjectorOrder) => {
  if (held !== null) held.push(order);
  else take(order);
});

function take(order: ProjectorOrder): void {
  if (order.kind === 'record') return projector.follow(order.record);
  held = [];
  void projector.flushed().then(() => {
    const snapshot = makeSnapshot(projector.exchange, projector.position);
    report({ kind: 'snapshot', snapshot }, [snapshot.body.buffer]);
    const next = held ?? [];
    held = null;
    for (const each of next) {
      if (held === null) take(each);
      else (held as ProjectorOrder[]).push(each);
    }
  });
}
