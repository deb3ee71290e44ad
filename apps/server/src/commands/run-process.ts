/** How a process ends that a supervisor starts again. */
import { ConfigError } from '../feed-config.ts';
import { EXIT, runCommand } from './outcome.ts';

/** EX_CONFIG: a supervisor does not start it again. */
const EXIT_CONFIG = 78;

/**
 * The same for a process that a supervisor starts again when it ends. After a failure nothing keeps
 * it: neither a timer nor a connection of what was begun.
 */
export async function runProcess(main: () => Promise<number>): Promise<void> {
  await runCommand(async () => {
    try {
      return await main();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return EXIT_CONFIG;
    }
  });
  if (process.exitCode !== EXIT.ok) process.exit();
}
