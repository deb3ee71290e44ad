/**
 * The process's metrics, by prom-client: histograms of durations, and figures that are read on
 * request. docs/operating/metrics.md says what to set alarms on.
 */
import type { Call } from '@glasshouse/protocol';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Figure } from './figures.ts';
import type { CallResult } from '../http/mounted-call.ts';
import { LoopDelay } from '../process/loop-delay.ts';
import type { PipelineTimes } from '../pipeline/pipeline.ts';

const PREFIX = 'glasshouse_';
/** Seconds. A call that waits for a commit takes 2 to 50 milliseconds. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200];
const DELAY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export class Metrics {
  readonly #registry = new Registry();
  readonly #callSeconds = this.#histogram('call_seconds', {
    help: 'From the parsed request to the reply, by call and what it came to',
    buckets: CALL_BUCKETS,
    labelNames: ['call', 'result', 'moves_money'],
  });
  readonly #loopDelay = new LoopDelay(
    this.#histogram('event_loop_delay_seconds', {
      help: 'How much later than due a timer fired',
      buckets: DELAY_BUCKETS,
    }),
  );
  readonly pipelineTimes: PipelineTimes = {
    commitSeconds: this.#histogram('commit_seconds', {
      help: 'From the batch to its acknowledgement by the database',
      buckets: COMMIT_BUCKETS,
    }),
    batchCommands: this.#histogram('batch_commands', {
      help: 'Commands committed together',
      buckets: BATCH_BUCKETS,
    }),
    queueSeconds: this.#histogram('queue_wait_seconds', {
      help: 'How long a command waited for its batch',
      buckets: COMMIT_BUCKETS,
    }),
  };

  readonly answered = ({ name, movesMoney }: Call, result: CallResult, seconds: number): void =>
    this.#callSeconds.observe({ call: name, result, moves_money: movesMoney ? 'yes' : 'no' }, seconds);

  constructor() {
    // Starts now, not at the first reading.
    processMetrics();
  }

  add(figures: readonly Figure[]): void {
    for (const figure of figures) this.#registry.registerMetric(lookedUp(figure));
  }

  /** In Prometheus' text format. Reading changes nothing. */
  text(): Promise<string> {
    return Registry.merge([processMetrics(), this.#registry]).metrics();
  }

  stop(): void {
    this.#loopDelay.stop();
  }

  #histogram<L extends string>(
    name: string,
    rest: { readonly help: string; readonly buckets: number[]; readonly labelNames?: L[] },
  ): Histogram<L> {
    return new Histogram({ name: PREFIX + name, ...rest, registers: [this.#registry] });
  }
}

/** A metric that reads its value from elsewhere at each request. */
function lookedUp({ name, help, kind, read }: Figure): Counter | Gauge {
  const shared = { name: PREFIX + name, help, registers: [] };
  if (kind === 'gauge')
    return new Gauge({
      ...shared,
      collect() {
        this.set(read());
      },
    });
  return new Counter({
    ...shared,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/**
 * prom-client's own delay of the event loop restarts at each reading, so two readers would disturb
 * each other. Excluded.
 */
const LEFT_OUT = /^nodejs_eventloop_lag/;
const NEVER_MS = 2 ** 31 - 1;

/** Per process, not per server in it: created once. */
let processRegistry: Registry | null = null;
function processMetrics(): Registry {
  if (processRegistry !== null) return processRegistry;
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: NEVER_MS });
  for (const { name } of register.getMetricsAsArray())
    if (LEFT_OUT.test(name)) register.removeSingleMetric(name);
  return (processRegistry = register);
}
