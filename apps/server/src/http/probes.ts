/** Endpoints for machines: liveness, readiness, metrics, and the API's documents. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { networkOf } from '../values/network.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { languageOf } from './envelope.ts';
import { sendRefusal } from './framework-reply.ts';
import { openApiDocument } from './openapi.ts';

export interface ProbeOptions {
  isReady(): boolean;
  /** In Prometheus' text format. */
  metrics(): Promise<string>;
  /** Whether this request may read the metrics, which would help an attacker. */
  mayReadMetrics(request: FastifyRequest): boolean;
}

/**
 * With a METRICS_TOKEN: requests with that bearer token. Without one: requests from the machine
 * itself in a demo, and none in production.
 */
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
    const document = JSON.stringify(openApiDocument(), null, 2);
    const ofSockets = JSON.stringify(asyncApiDocument(), null, 2);
    app.get('/healthz', (_request, reply) => reply.type('application/json').send('{"alive":true}'));
    app.get('/readyz', (_request, reply) => {
      const isReady = options.isReady();
      return reply
        .code(isReady ? 200 : 503)
        .type('application/json')
        .send(JSON.stringify({ ready: isReady }));
    });
    app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document));
    app.get('/asyncapi.json', (_request, reply) => reply.type('application/json').send(ofSockets));
    app.get('/metrics', async (request, reply) => {
      if (!options.mayReadMetrics(request)) {
        const language = languageOf(request.headers['accept-language']);
        return sendRefusal(reply, { error: 'request/unknown-route' }, { language });
      }
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics());
    });
  };
}
