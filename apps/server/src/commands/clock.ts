/** `npx glasshouse clock`: asks the running server of a demo to move its clock ahead. */
import { readConfig } from '../config.ts';
import type { demoClockCommands } from '../composition/demo-clock.ts';
import { connectToServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('clock');
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
