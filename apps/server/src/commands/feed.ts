/**
 * `npx glasshouse feed`: the process that reads prices outside and makes ticks of them. It has no
 * secret and sees no order: the server asks at its socket.
 */
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { ConfigError, readFeedConfig, type FeedConfig } from '../feed-config.ts';
import { FeedProcess } from '../features/market/tick-feed/feed-process.ts';
import { openSources } from '../features/market/tick-feed/open-maker.ts';
import { TickLog } from '../features/market/tick-feed/tick-log.ts';
import { openOperatingSocket } from '../operating/socket.ts';
import { lockFile } from '../process/file-lock.ts';
import { createLog, errorFields } from '../process/log.ts';
import { EXIT, runCommand, say } from './outcome.ts';

/** A supervisor does not start it again. */
const EXIT_CONFIG = 78;

/** Null if one is wrong, which is said. */
function settings(): FeedConfig | null {
  try {
    return readFeedConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}

await runCommand(async () => {
  const config = settings();
  if (config === null) return EXIT_CONFIG;
  const { source, folder, socket, logLevel } = config;
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
    dataDir: path.dirname(socket),
    name: path.basename(socket),
    mode: 0o660,
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
