/**
 * The shadow: a second exchange in its own thread. It follows the journal as a recovery would,
 * verifying every checksum and outcome, and makes the snapshots, so that the writer never stops for
 * one. If it differs from the writer, it ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { exchangeFactory } from '../exchange-factory.ts';
import { replayRecord } from '../recovery.ts';
import { makeSnapshot } from '../snapshot-content.ts';
import type { ShadowBase, ShadowRequest } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

const base = workerData as ShadowBase;
const exchange = exchangeFactory.restore(base.state);
let position = base.position;

// An error thrown here ends the thread and reaches its owner.
port.on('message', (request: ShadowRequest) => {
  if (request.kind === 'record') position = replayRecord(exchange, position, request.record);
  else sendSnapshot();
});

function sendSnapshot(): void {
  const snapshot = makeSnapshot(exchange, position);
  port?.postMessage(snapshot, [snapshot.body.buffer]);
}
