/** What machines ask: alive, ready, metrics, and the API's document. */
import type { FastifyInstance } from 'fastify';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openApiDocument } from './openapi.ts';

/** One line of /metrics. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  readonly value: number;
}

export interface ProbeOptions {
  isReady(): boolean;
  metrics(): readonly Metric[];
}

const NANOSECONDS_PER_SECOND = 1e9;
/** The probe's own timer: an idle loop shows it, so it is taken off. */
const DELAY_RESOLUTION_MS = 10;

export function probes(options: ProbeOptions): (app: FastifyInstance) => void {
  return (app) => {
    const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
    delay.enable();
    const document = JSON.stringify(openApiDocument(), null, 2);
    app.addHook('onClose', async () => {
      delay.disable();
    });
    app.get('/healthz', (_request, reply) => reply.type('application/json').send('{"alive":true}'));
    app.get('/readyz', (_request, reply) => {
      const isReady = options.isReady();
      return reply
        .code(isReady ? 200 : 503)
        .type('application/json')
        .send(JSON.stringify({ ready: isReady }));
    });
    app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document));
    app.get('/metrics', (_request, reply) => {
      const own = [...processMetrics(delay), ...options.metrics()];
      delay.reset();
      return reply.type('text/plain; version=0.0.4').send(metricsText(own));
    });
  };
}

function processMetrics(delay: ReturnType<typeof monitorEventLoopDelay>): readonly Metric[] {
  const memory = process.memoryUsage();
  const gauge = (name: string, help: string, value: number): Metric => ({ name, help, kind: 'gauge', value });
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds)
      ? Math.max(0, nanoseconds / NANOSECONDS_PER_SECOND - DELAY_RESOLUTION_MS / 1000)
      : 0;
  return [
    gauge('process_resident_memory_bytes', 'Resident memory', memory.rss),
    gauge('process_heap_used_bytes', 'Heap in use', memory.heapUsed),
    gauge('process_uptime_seconds', 'Since the start of the process', process.uptime()),
    gauge('event_loop_delay_p50_seconds', 'Since the last reading', seconds(delay.percentile(50))),
    gauge('event_loop_delay_p99_seconds', 'Since the last reading', seconds(delay.percentile(99))),
    gauge('event_loop_delay_max_seconds', 'Since the last reading', seconds(delay.max)),
  ];
}

export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, kind, value }) => {
      const full = name.startsWith('process_') ? name : `glasshouse_${name}`;
      return `# HELP ${full} ${help}\n# TYPE ${full} ${kind}\n${full} ${value}\n`;
    })
    .join('');
}
