/** What machines ask: alive, ready, metrics, and the API's document. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Config } from '../config.ts';
import { networkOf } from '../network.ts';
import { languageOf } from './envelope.ts';
import { sendRefusal } from './mount.ts';
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
  /** Whether this request may have the figures: they tell strangers how to hurt. */
  mayReadMetrics(request: FastifyRequest): boolean;
}

const NANOSECONDS_PER_SECOND = 1e9;
/** The probe's own timer: an idle loop shows it, so it is taken off. */
const DELAY_RESOLUTION_MS = 10;
/** The delay is told of the last whole minute, to everybody the same: reading changes nothing. */
const DELAY_WINDOW_MS = 60_000;

/** With a METRICS_TOKEN, who brings it as a bearer token. Without one, a demo tells who asks on the machine itself, and production nobody. */
export function metricsReader({
  mode,
  metricsToken,
}: Pick<Config, 'mode' | 'metricsToken'>): (request: FastifyRequest) => boolean {
  if (metricsToken !== null) {
    const wanted = hash('sha256', `Bearer ${metricsToken}`, 'buffer');
    return ({ headers }) => timingSafeEqual(hash('sha256', headers.authorization ?? '', 'buffer'), wanted);
  }
  return ({ headers, socket }) =>
    mode === 'demo' &&
    headers['x-forwarded-for'] === undefined &&
    LOOPBACK.test(networkOf(socket.remoteAddress ?? ''));
}

const LOOPBACK = /^127\.|^0:0:0:0$/;

export function probes(options: ProbeOptions): (app: FastifyInstance) => void {
  return (app) => {
    const delay = new LoopDelay();
    const document = JSON.stringify(openApiDocument(), null, 2);
    app.addHook('onClose', async () => delay.stop());
    app.get('/healthz', (_request, reply) => reply.type('application/json').send('{"alive":true}'));
    app.get('/readyz', (_request, reply) => {
      const isReady = options.isReady();
      return reply
        .code(isReady ? 200 : 503)
        .type('application/json')
        .send(JSON.stringify({ ready: isReady }));
    });
    app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document));
    app.get('/metrics', (request, reply) => {
      if (!options.mayReadMetrics(request)) {
        const language = languageOf(request.headers['accept-language']);
        return sendRefusal(reply, { error: 'request/unknown-route' }, { language });
      }
      const own = [...processMetrics(delay.figures), ...options.metrics()];
      return reply.type('text/plain; version=0.0.4').send(metricsText(own));
    });
  };
}

interface DelayFigures {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #lastMinute: DelayFigures | null = null;

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      this.#lastMinute = this.#now();
      this.#histogram.reset();
    }, DELAY_WINDOW_MS);
    this.#timer.unref();
  }

  /** Of the last whole minute; in the first minute, of what there is. */
  get figures(): DelayFigures {
    return this.#lastMinute ?? this.#now();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #now(): DelayFigures {
    const seconds = (nanoseconds: number) =>
      Number.isFinite(nanoseconds)
        ? Math.max(0, nanoseconds / NANOSECONDS_PER_SECOND - DELAY_RESOLUTION_MS / 1000)
        : 0;
    const histogram = this.#histogram;
    return {
      p50: seconds(histogram.percentile(50)),
      p99: seconds(histogram.percentile(99)),
      max: seconds(histogram.max),
    };
  }
}

function processMetrics({ p50, p99, max }: DelayFigures): readonly Metric[] {
  const memory = process.memoryUsage();
  const gauge = (name: string, help: string, value: number): Metric => ({ name, help, kind: 'gauge', value });
  return [
    gauge('process_resident_memory_bytes', 'Resident memory', memory.rss),
    gauge('process_heap_used_bytes', 'Heap in use', memory.heapUsed),
    gauge('process_uptime_seconds', 'Since the start of the process', process.uptime()),
    gauge('event_loop_delay_p50_seconds', 'Of the last whole minute', p50),
    gauge('event_loop_delay_p99_seconds', 'Of the last whole minute', p99),
    gauge('event_loop_delay_max_seconds', 'Of the last whole minute', max),
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
