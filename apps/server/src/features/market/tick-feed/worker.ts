/**
 * The tick thread. It shares neither the event loop nor the thread pool with the code that serves
 * clients, and writes its own file synchronously: no flood of requests delays a tick.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { SteadyClock } from '../../../pipeline/clock.ts';
import type { FromTickFeed, TickFeedStart, ToTickFeed } from './messages.ts';
import { openMaker, openSources } from './open-maker.ts';
import { candlesOfFirst } from './quote-source.ts';
import { TickLog } from './tick-log.ts';
import { LOOK_EVERY_MS, MoveWatch } from './tick-maker.ts';

/** The interval, in ticks, at which old ticks are dropped from the log. */
const FORGET_EVERY_TICKS = 600;
const SECOND_MS = 1000;

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');
const send = (message: FromTickFeed): void => port.postMessage(message);

const { folder, source, committed, catchUpTicksMax, coins, nowMs } = workerData as TickFeedStart;
const log = new TickLog(folder);
const sources = await openSources(source, {
  nowMs,
  onError: (name, error) => send({ source: name, failure: String(error) }),
});
const maker = openMaker(source, sources, { log, committed, coins, catchUpTicksMax });
const watch = new MoveWatch();
const clock = new SteadyClock(Math.max(nowMs, maker.lastMs));

// Ticks made before the process ended that never reached the exchange come first, in the same
// message.
const unseen = log.after(committed.tick);
send({ ticks: [...unseen, ...maker.makeDue(clock.nowMs())] });
planNext();
setInterval(() => {
  const moved = watch.look(maker, clock.nowMs());
  if (moved.coins.length > 0) send({ moved });
}, LOOK_EVERY_MS);

port.on('message', (message: ToTickFeed) => {
  if ('forwardMs' in message) clock.forward(message.forwardMs);
  else if ('coins' in message) maker.setCoins(message.coins);
  else if ('asked' in message) void answer(message);
  else if (message.committedTick % FORGET_EVERY_TICKS === 0) log.forgetBefore(message.committedTick);
});

async function answer({ asked, range }: Extract<ToTickFeed, { readonly asked: number }>): Promise<void> {
  try {
    send({ asked, candles: await candlesOfFirst(sources, range) });
  } catch (error) {
    send({ asked, error: String(error) });
  }
}

function planNext(): void {
  setTimeout(makeDue, SECOND_MS - (clock.nowMs() % SECOND_MS));
}

function makeDue(): void {
  const made = maker.makeDue(clock.nowMs());
  if (made.length > 0) send({ ticks: made });
  planNext();
}
