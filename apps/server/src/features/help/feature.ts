/** The feature help: whether articles of the help center helped. */
import type { Feature } from '../../contract/feature.ts';
import { helpCommands } from './operating-commands.ts';
import { helpHandlers, removeOldVoters } from './routes.ts';

export const feature = {
  open: (ports) => ({
    calls: helpHandlers(ports),
    restingCommands: helpCommands(ports),
    keepUp: () => removeOldVoters(ports.database),
  }),
} satisfies Feature<'help'>;
