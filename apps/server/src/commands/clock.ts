/**
 * npm run clock: moves the clock of a demo ahead, to see what the end of a term brings.
 *   npm run clock -- forward DAYS
 * DAYS may have a fraction. It cannot be moved back: remove the data folder for that. The server
 * must be running on DATA_DIR in demo mode. Exit code 0: done; 1: refused; 2: it could not run.
 */
import { readConfig } from '../config.ts';
import type { demoClockCommands } from '../composition/demo-clock.ts';
import { connectToServer } from '../operating/socket.ts';
import { EXIT, runCommand, say } from './installation.ts';

const USAGE = 'npm run clock -- forward DAYS';
const DAY_MS = 86_400_000;

await runCommand(async () => {
  const [act, days = ''] = process.argv.slice(2);
  if (act !== 'forward' || !/^\d+(\.\d+)?$/.test(days)) throw new Error(USAGE);
  const { dataDir, mode } = readConfig(process.env);
  if (mode !== 'demo') throw new Error('only a demo can be moved in time');
  const server = await connectToServer<ReturnType<typeof demoClockCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    const answer = await server.ask('clock/forward', { ms: Math.round(Number(days) * DAY_MS) });
    if ('problem' in answer) {
      say(answer.problem);
      return EXIT.breach;
    }
    say(`It is ${new Date(answer.nowMs).toISOString()} in the demo.`);
    return EXIT.ok;
  } finally {
    server.close();
  }
});
