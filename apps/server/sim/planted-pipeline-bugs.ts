/** Planted bugs in the pipeline and in projections, as in `planted-bugs.ts`. */
import type { Mutation } from './planted-order-bugs.ts';

const PIPELINE = 'apps/server/src/pipeline';
const FEATURES = 'apps/server/src/features';

export const PIPELINE_BUGS: readonly Mutation[] = [
  // The pipeline.
  {
    name: 'the reply goes out before the commit',
    file: `${PIPELINE}/pipeline.ts`,
    from: 'await this.#commit(applied);\n      this.#notifyListeners(afterCommit(applied.content));\n      this.#answer(taken, applied.content.answers);',
    to: 'this.#answer(taken, applied.content.answers);\n      await this.#commit(applied);\n      this.#notifyListeners(afterCommit(applied.content));',
  },
  {
    name: 'a failed commit is taken for a good one',
    file: 'apps/server/src/db/database.ts',
    from: 'const wrong = counts.findIndex((count, i) => written?.[`n${i}`] !== count);',
    to: 'const wrong = counts.findIndex((count, i) => written !== undefined && written[`n${i}`] !== count);',
  },
  {
    name: 'the writer goes on after a failed commit',
    file: `${PIPELINE}/pipeline.ts`,
    from: 'this.#fail(error, taken);',
    to: 'if (error !== null) for (const each of taken) each.resolve(NOT_READY);',
  },
  {
    name: 'there is no fence',
    file: `${PIPELINE}/record.ts`,
    from: 'batch: previous.batch + 1,',
    to: 'batch: previous.batch + 1 + (content.timeMs % 2),',
  },
  {
    name: 'the fence is not asked',
    file: `${PIPELINE}/statement.ts`,
    from: ".join(', ')})`,\n);",
    to: ".join(', ')}) on conflict do nothing`,\n);",
  },
  {
    name: 'keys are not kept',
    file: `${PIPELINE}/batch.ts`,
    from: 'if (request === null || answer === undefined) return;',
    to: "if (request === null || answer === undefined || request.key.endsWith('7')) return;",
  },
  {
    name: 'keys that left memory are not looked up',
    file: `${PIPELINE}/idempotency.ts`,
    from: 'return this.#completeSinceMs <= nowMs - KEY_KEPT_MS;',
    to: 'return true;',
  },
  {
    name: 'refusals are not remembered',
    file: `${PIPELINE}/batch.ts`,
    from: 'const { owner, key, requestHash } = request;',
    to: 'if (answer.error !== null) return;\n    const { owner, key, requestHash } = request;',
  },
  {
    name: 'a key answers whatever is asked under it',
    file: `${PIPELINE}/idempotency.ts`,
    from: 'if (known.requestHash === request.requestHash) return Promise.resolve(known.answer);',
    to: 'return Promise.resolve(known.answer);',
  },
  {
    name: 'a key under look-up is refused to its owner',
    file: `${PIPELINE}/idempotency.ts`,
    from: 'if (!(known.answer instanceof Promise)) return Promise.resolve(KEY_REUSED);',
    to: 'return Promise.resolve(KEY_REUSED);',
  },
  {
    name: 'recovery takes a record without its checksum',
    file: `${PIPELINE}/record.ts`,
    from: 'if (record.checksum !== checksumOf(previous.checksum, record))',
    to: 'if (record.checksum.length !== checksumOf(previous.checksum, record).length)',
  },
  {
    name: 'recovery leaves out the last record',
    file: `${PIPELINE}/recovery.ts`,
    from: 'yield* rows;',
    to: 'yield* rows.slice(0, rows.length > 2 ? -1 : undefined);',
  },
  {
    name: 'a rotten snapshot stops the start',
    file: `${PIPELINE}/recovery.ts`,
    from: 'passedOver = `snapshot ${seq} is passed over:',
    to: 'if (onNote !== undefined) throw error;\n      passedOver = `snapshot ${seq} is passed over:',
  },
  {
    name: 'the time goes back with the wall clock',
    file: `${PIPELINE}/clock.ts`,
    from: 'this.#timeMs = Math.max(sources.wallMs(), lastMs);',
    to: 'this.#timeMs = sources.wallMs();',
  },
  {
    name: 'answers of a batch are shifted by one',
    file: `${PIPELINE}/pipeline.ts`,
    from: 'waiting[i]?.resolve(answers[i] ?? NOT_READY);',
    to: 'waiting[i]?.resolve(answers[i === 2 ? 1 : i] ?? NOT_READY);',
  },
  {
    name: 'a command that did not fit into its batch is dropped',
    file: `${PIPELINE}/pipeline.ts`,
    from: "this.#queue.unshift(...left.filter(({ lane }) => lane === 'client'));",
    to: '',
  },
  {
    name: 'what is due is not done',
    file: `${PIPELINE}/pipeline.ts`,
    from: "this.#dueHolds === 0 && this.#state === 'running' && this.exchange.dueCount > 0",
    to: "this.#dueHolds === 0 && this.#state === 'running' && this.exchange.dueCount > 3",
  },
  {
    name: 'a quoted text loses its backslash',
    file: `${PIPELINE}/row-text.ts`,
    from: 'else if (value !== null) text += value;',
    to: 'else if (value !== null && value !== 0) text += value;',
  },
  // Projections.
  {
    name: 'the first of several changes of an order is kept',
    file: `${FEATURES}/spot/projection.ts`,
    from: 'rows.set(',
    to: '!rows.has(event.order) && rows.set(',
  },
  {
    name: 'postings of small amounts are not written',
    file: `${FEATURES}/wallet/projection.ts`,
    from: 'if (owner >= USER_OWNER_MIN) {',
    to: 'if (Math.abs(available) === 1) return;\n      if (owner >= USER_OWNER_MIN) {',
  },
  {
    name: 'a total forgets what its batch added before',
    file: `${PIPELINE}/totals.ts`,
    from: 'there[sum] = Number(there[sum]) + row[sum]',
    to: 'there[sum] = row[sum]',
  },
  {
    name: 'orders are counted as ended while they are open',
    file: `${FEATURES}/spot/projection.ts`,
    from: "event.type === 'order-changed' && event.status !== UNFINISHED",
    to: "event.type === 'order-changed' && event.status !== 1",
  },
  {
    name: 'the first user is taken for the house',
    file: 'apps/server/src/pipeline/projection.ts',
    from: 'USER_OWNER_MIN = FIRST_USER;',
    to: 'USER_OWNER_MIN = FIRST_USER + 1;',
  },
];
