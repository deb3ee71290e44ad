/**
 * `npx glasshouse feed`: the process that reads prices outside and makes ticks of them. It has no
 * secret and sees no order: the server asks at its socket.
 */
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { readFeedConfig } from '../feed-config.ts';
import { FeedProcess } from '../features/market/tick-feed/feed-process.ts';
import { openSources } from '../features/market/tick-feed/open-maker.ts';
import { TickLog } from '../features/market/tick-feed/tick-log.ts';
import { openOperatingSocket, placeOf } from '../operating/socket.ts';
import { lockFile } from '../process/file-lock.ts';
import { createLog, errorFields } from '../process/log.ts';
import { runProcess } from './run-process.ts';
import { EXIT, say } from './outcome.ts';

await runProcess(async () => {
  const { source, folder, socket, logLevel } = readFeedConfig(process.env);
  const log = createLog(logLevel);
  const ticks = new TickLog(folder);
  const unlock = lockFile(path.join(folder, 'feed.lock'));
  if (unlock === null) throw new Error(`another feed works on ${folder}`);
  const sources = await openSources(source, {
    nowMs: Date.now(),
    onError: (name, error) => log.warn({ source: name, ...errorFields(error) }, 'a source failed'),
  });
  const events = new EventEmitter();
  const feed = new FeedProcess({
    source,
    sources,
    log: ticks,
    onError: (error) => events.emit('error', error),
  });
  const close = await openOperatingSocket({
    ...placeOf(socket, socket),
    table: feed.commands,
    onError: (error) => log.error(errorFields(error), 'a question failed'),
  });
  say(`The feed reads ${sources.map(({ name }) => name).join(', ')}, and answers at ${socket}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => events.emit('end'));
  try {
    // Rejects with the error of a tick that could not be made.
    await once(events, 'end');
  } finally {
    close();
    await feed.stop();
    ticks.close();
    unlock();
  }
  return EXIT.ok;
});
