/** The feature watch: cases that public rules open, for operators to look at. */
import type { Feature } from '../../contract/feature.ts';
import { CaseStore } from './case-store.ts';
import { watchActHandlers } from './office/acts.ts';
import { watchReadHandlers } from './office/queue.ts';
import { Watch } from './watch.ts';

export const feature = {
  open: (ports) => {
    const { config, database, log, operators } = ports;
    const { tradeFacts, movementFacts, signInFacts, documentFacts } = ports;
    const facts = { tradeFacts, movementFacts, signInFacts, documentFacts };
    const store = new CaseStore(database, () => ports.sequencer.nowMs());
    const watch = new Watch({ facts, store, log, everyMs: config.watchEveryMs });
    return {
      calls: {
        ...watchReadHandlers({ database, store, facts, operators }),
        ...watchActHandlers(store, operators),
      },
      start: async () => watch.start(),
      stop: () => watch.stop(),
      own: { watch },
    };
  },
} satisfies Feature<'watch'>;
