/**
 * The tick thread. It shares neither the event loop nor the thread pool with the code that serves
 * clients, and writes its own file synchronously: no flood of requests delays a tick.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { SteadyClock } from '../../../pipeline/clock.ts';
import { keyOfSeed } from '../keyed-noise.ts';
import { SimulatedSource } from '../simulated-source.ts';
import type { TickFeedStart, TicksMade, ToTickFeed } from './messages.ts';
import { TickLog } from './tick-log.ts';
import { TickMaker } from './tick-maker.ts';

/** The interval, in ticks, at which old ticks are dropped from the log. */
const FORGET_EVERY_TICKS = 600;
const SECOND_MS = 1000;

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

const { folder, seed, committed, catchUpTicksMax, unopened, nowMs } = workerData as TickFeedStart;
const log = new TickLog(folder);
const source = new SimulatedSource(seed === null ? log.key() : keyOfSeed(seed));
const maker = new TickMaker({ source, log, committed, catchUpTicksMax, unopened });
const clock = new SteadyClock(Math.max(nowMs, maker.lastMs));

// Ticks made before the process ended that never reached the exchange come first, in the same
// message.
const unseen = log.after(committed.tick);
port.postMessage([...unseen, ...maker.makeDue(clock.nowMs())] satisfies TicksMade);
planNext();

port.on('message', (message: ToTickFeed) => {
  if ('forwardMs' in message) clock.forward(message.forwardMs);
  else if ('unopened' in message) maker.setUnopened(message.unopened);
  else if (message.committedTick % FORGET_EVERY_TICKS === 0) log.forgetBefore(message.committedTick);
});

function planNext(): void {
  setTimeout(makeDue, SECOND_MS - (clock.nowMs() % SECOND_MS));
}

function makeDue(): void {
  const made = maker.makeDue(clock.nowMs());
  if (made.length > 0) port?.postMessage(made satisfies TicksMade);
  planNext();
}
