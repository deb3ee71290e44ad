/**
 * `npx glasshouse bench-programs`: durable orders a second of 64 programs on PostgreSQL: by signed
 * requests over HTTP, by sockets that have logged on, one by one and in batches of 1, 20 and 200.
 * Beside each the same form against a bare echo, and what an order costs the server's threads.
 *
 * Exits non-zero where a socket brings fewer than 1.8 times the orders of HTTP, batches of 20 fewer
 * than 4 times, or where one answer in a hundred of these forms takes more than 50 ms.
 */
import { startPlayer, type Kind, type Measured } from '../api/measure.ts';
import { median, table } from '../report.ts';
import { BY_HTTP, bySocket, type Form } from './forms.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 2);
const SECONDS = Number(process.env['SECONDS'] ?? 6);
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 64;
/** Of batches of 200: of more the pipeline's queue takes no more (10,000 commands). */
const CONNECTIONS_OF_LARGE = 16;
const connectionsOf = ({ orders }: Form): number => (orders > 100 ? CONNECTIONS_OF_LARGE : CONNECTIONS);
const ONE_BY_ONE = bySocket(0);
const OF_20 = bySocket(20);
const FORMS: readonly Form[] = [BY_HTTP, ONE_BY_ONE, bySocket(1), OF_20, bySocket(200)];
const BARS = { socket: 1.8, batchesOf20: 4, p99Ms: 50 };
const UNLIMITED = { UNLIMITED: '1' };

const found = new Map<string, Measured[]>();
const keyOf = (kind: Kind, { name }: Form): string => `${kind} ${name}`;

async function play(kind: Kind, forms: readonly Form[]): Promise<void> {
  const player = await startPlayer({ kind, tree: `${import.meta.dirname}/../..` }, { env: UNLIMITED });
  try {
    for (const form of forms) {
      const connections = connectionsOf(form);
      await form.run(player.ready, { connections, seconds: WARM_UP_SECONDS });
      const given = { connections, seconds: SECONDS };
      const measured = await player.during(() => form.run(player.ready, given));
      const key = keyOf(kind, form);
      found.set(key, [...(found.get(key) ?? []), measured]);
    }
  } finally {
    await player.end();
  }
}

for (let round = 0; round < ROUNDS; round++) {
  const forms = round % 2 === 0 ? FORMS : FORMS.toReversed();
  await play('echo', forms);
  await play('postgres', forms);
}

const of = (kind: Kind, form: Form, field: Exclude<keyof Measured, 'refusal'>): number =>
  median((found.get(keyOf(kind, form)) ?? []).map((one) => one[field]));
const rate = (kind: Kind, form: Form): number => of(kind, form, 'requestsPerSecond') * form.orders;

table(
  `durable orders of programs, median of ${ROUNDS} rounds of ${SECONDS} s`,
  FORMS.map((form) => ({
    form: form.name,
    programs: connectionsOf(form),
    'orders/s': Math.round(rate('postgres', form)),
    "of HTTP's": (rate('postgres', form) / rate('postgres', BY_HTTP)).toFixed(2),
    'echo orders/s': Math.round(rate('echo', form)),
    'of the echo': (rate('postgres', form) / rate('echo', form)).toFixed(3),
    'p50 ms': of('postgres', form, 'p50Ms').toFixed(1),
    'p99 ms': of('postgres', form, 'p99Ms').toFixed(1),
    'main us an order': (of('postgres', form, 'mainUs') / form.orders).toFixed(0),
    'threads us': (of('postgres', form, 'threadsUs') / form.orders).toFixed(0),
    'postgres us': (of('postgres', form, 'postgresUs') / form.orders).toFixed(0),
  })),
);

const broken: string[] = [];
const times = (form: Form): number => rate('postgres', form) / rate('postgres', BY_HTTP);
if (times(ONE_BY_ONE) < BARS.socket)
  broken.push(`by socket ${times(ONE_BY_ONE).toFixed(2)} times the orders of HTTP, bar ${BARS.socket}`);
if (times(OF_20) < BARS.batchesOf20)
  broken.push(
    `in batches of 20 ${times(OF_20).toFixed(2)} times the orders of HTTP, bar ${BARS.batchesOf20}`,
  );
for (const form of [ONE_BY_ONE, OF_20]) {
  const p99Ms = of('postgres', form, 'p99Ms');
  if (p99Ms > BARS.p99Ms) broken.push(`${form.name}: p99 ${p99Ms.toFixed(1)} ms, bar ${BARS.p99Ms}`);
}
console.log(broken.length === 0 ? 'All bars are met.' : broken.join('\n'));
process.exit(broken.length === 0 ? 0 : 1);
