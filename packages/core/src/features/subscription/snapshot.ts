/** The bytes of subscriptions in a snapshot: projects, and what is not distributed yet. */
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import { readRecord, recordOf, writeRecord } from '../../encoding/number-records.ts';
import { SUBSCRIPTION_FIELDS, TERM_FIELDS, type Project, type Subscription, type Terms } from './project.ts';

/** The order in which the state of a project is written, besides its cut. */
const STATE_FIELDS = [
  'phase',
  'reached',
  'subscribers',
  'total',
  'sold',
  'cost',
  'fee',
  'given',
  'cursor',
] as const satisfies readonly (keyof Project)[];

interface State {
  count: number;
  readonly projects: ReadonlyMap<number, Project>;
  /** Adds a project with its terms alone. */
  restoreProject(terms: Terms): Project;
  /** Adds an open subscription, without postings. */
  file(project: Project, subscription: Subscription): void;
}

export function saveSubscriptions({ count, projects }: State, out: ByteWriter): void {
  out.number(count);
  out.number(projects.size);
  for (const project of projects.values()) {
    writeRecord(out, TERM_FIELDS, project.terms);
    const { above, equals } = project.cut;
    out.numbers([...STATE_FIELDS.map((field) => project[field]), above, equals]);
    out.numbers(linesOf(project));
  }
}

function linesOf({ subscriptions }: Project): Float64Array {
  const width = SUBSCRIPTION_FIELDS.length;
  const lines = new Float64Array(subscriptions.size * width);
  let at = 0;
  for (const subscription of subscriptions.values())
    for (const field of SUBSCRIPTION_FIELDS) lines[at++] = subscription[field];
  return lines;
}

export function loadSubscriptions(state: State, input: ByteReader): void {
  state.count = input.number();
  for (let left = input.number(); left > 0; left--) {
    const project = state.restoreProject(readRecord(input, TERM_FIELDS));
    const numbers = input.numbers();
    STATE_FIELDS.forEach((field, i) => (project[field] = numbers[i]!));
    const [above, equals] = numbers.subarray(STATE_FIELDS.length);
    project.cut = { above: above!, equals: equals! };
    const lines = input.numbers();
    const width = SUBSCRIPTION_FIELDS.length;
    for (let at = 0; at < lines.length; at += width)
      state.file(project, recordOf(SUBSCRIPTION_FIELDS, lines.subarray(at)));
  }
}
