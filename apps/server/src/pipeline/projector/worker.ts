/**
 * The projector's thread: writes rows beside the writer, and makes the snapshots, so that the
 * writer never stops for either. If it differs from the writer, or cannot write, it ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openProjectorSession } from '../../db/projector-session.ts';
import { exchangeFactory } from '../exchange-factory.ts';
import { loadProjections } from '../projection-modules.ts';
import { makeSnapshot } from '../snapshot-content.ts';
import type { ProjectorBase, ProjectorOrder, ProjectorReport } from './messages.ts';
import { Projector } from './projector.ts';

/**
 * A trade changes some ten rows, most of which the next trades change again: what gathers in this
 * time is merged before it is written.
 */
const PACE_MS = 100;

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');
const report = (message: ProjectorReport, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

const { state, position, projectedBatch, writer, modules, link } = workerData as ProjectorBase;
const session = await openProjectorSession(link);
const projector = await Projector.open(session, {
  exchange: exchangeFactory.restore(state),
  position,
  projectedBatch,
  writer,
  projections: await loadProjections(modules),
  paceMs: PACE_MS,
  write: (write) => session.write(write),
  onProjected: (batch) => report({ kind: 'projected', batch }),
  // Thrown outside of any promise it ends the thread and reaches its owner.
  onError: (error) =>
    setImmediate(() => {
      throw error;
    }),
});

/** In order. While there is no room for rows, or a snapshot is made, records wait here. */
const orders: ProjectorOrder[] = [];
let isWorking = false;

port.on('message', (order: ProjectorOrder) => {
  orders.push(order);
  // An error ends the thread and reaches its owner.
  if (!isWorking) void work();
});

async function work(): Promise<void> {
  isWorking = true;
  for (let order = orders.shift(); order !== undefined; order = orders.shift()) {
    if (order.kind === 'record') {
      projector.follow(order.record);
      // `onError` reports what fails.
      await projector.room().catch(() => {});
    } else if (order.kind === 'hurry') projector.hurry();
    else await sendSnapshot();
  }
  isWorking = false;
}

async function sendSnapshot(): Promise<void> {
  await projector.flushed();
  const snapshot = makeSnapshot(projector.exchange, projector.position);
  report({ kind: 'snapshot', snapshot }, [snapshot.body.buffer]);
}
