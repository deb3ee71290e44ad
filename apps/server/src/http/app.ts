/** Assembles the HTTP application: parsers, guards, calls, probes and the site. */
import type { Refusal } from '@glasshouse/protocol';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { RequestListener, Server } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import type { Config } from '../config.ts';
import { isFormWide, isJsonDeep } from './body-shape.ts';
import { BODY_LIMIT_BYTES } from './edge-limits.ts';
import { errorFields, type Log } from '../process/log.ts';
import { isClosedEarly } from './downloads.ts';
import { languageOf } from './envelope.ts';
import { invalidField } from './invalid-input.ts';
import { mountCalls, sendRefusal, type MountOptions } from './mount.ts';
import type { OwnAddresses } from './origin.ts';
import { alwaysHeaders } from './raw-answer.ts';
import { OFFICE, pathOf } from './target.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a file, of whatever type. */
    takesFile?: boolean;
  }
}

/** Adds routes that are not calls: probes, documents, the site. */
export type Extension = (app: FastifyInstance) => void | Promise<void>;

export interface AppOptions extends Omit<MountOptions, 'isHttps'> {
  readonly config: Config;
  readonly server: Server;
  readonly own: OwnAddresses;
  readonly extensions: readonly Extension[];
}

/** Builds the application on a listening server, and returns its request listener. */
export async function buildApp(
  options: AppOptions,
): Promise<{ readonly app: FastifyInstance; readonly listener: RequestListener }> {
  let listener: RequestListener = () => undefined;
  const { trustProxy, publicUrl } = options.config;
  const headers = alwaysHeaders(publicUrl);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    // An address that cannot be decoded is an unknown route.
    frameworkErrors: (_error, request, reply) => void sendUnknownRoute(request, reply.headers(headers)),
    // The listener answers requests that the parser refuses.
    clientErrorHandler: () => undefined,
    serverFactory: (handler) => {
      listener = handler as RequestListener;
      return options.server;
    },
  });
  installParsers(app);
  installGuards(app, { own: options.own, headers });
  installErrorReplies(app, options.log);
  mountCalls(app, { ...options, isHttps: options.config.publicUrl?.startsWith('https:') ?? false });
  for (const extension of options.extensions) await extension(app);
  await app.ready();
  return { app, listener };
}

/**
 * Accepts JSON and form-encoded bodies everywhere. An empty body is an empty request, whatever its
 * content type (R7.1).
 */
function installParsers(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => {
      if (isFormWide(body as string)) done(new BodyShapeError('has too many fields'), undefined);
      else done(null, parseForm(body as string));
    },
  );
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || body === 'null') done(null, undefined);
    else if (isJsonDeep(body as string)) done(new BodyShapeError('is nested too deeply'), undefined);
    else void parseJson(request, body as string, done);
  });
  // Calls that take a file: its bytes decide its type, not the header. Each route has its own size
  // limit.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (request.routeOptions.config.takesFile === true) done(null, body);
    else done(Object.assign(new Error('unsupported'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }), undefined);
  });
}

/** A body that is refused unparsed. */
class BodyShapeError extends Error {}

function installGuards(
  app: FastifyInstance,
  { own, headers }: { readonly own: OwnAddresses; readonly headers: Readonly<Record<string, string>> },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    const asked = OFFICE.test(pathOf(request.url)) ? 'office' : 'site';
    const { localAddress } = request.socket;
    if (request.method === 'POST' && !own.ownsOrigin(request.headers, localAddress, asked)) {
      const language = languageOf(request.headers['accept-language']);
      void sendRefusal(reply, invalidField('Origin', 'not our own site'), { language });
      return;
    }
    done();
  });
}

function installErrorReplies(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const language = languageOf(request.headers['accept-language']);
    const refusal = refusalOf(error);
    // A client that leaves a file early is no failure of ours.
    if (refusal.error === 'request/failed' && !isClosedEarly(error))
      log.error({ url: request.routeOptions.url, ...errorFields(error) }, 'a request failed');
    return sendRefusal(reply, refusal, { language });
  });
  app.setNotFoundHandler(sendUnknownRoute);
}

function sendUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  return sendRefusal(reply, { error: 'request/unknown-route' }, { language });
}

/** The refusal for an error that occurred before a handler saw the request. */
function refusalOf(error: FastifyError): Refusal {
  if (error instanceof BodyShapeError) return invalidField('body', error.message);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { error: 'request/too-large' };
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return invalidField('Content-Type', 'send application/json or application/x-www-form-urlencoded');
  const isClientError =
    error.statusCode === 400 || error instanceof SyntaxError || error.code?.startsWith('FST_ERR_CTP');
  if (isClientError) return invalidField('body', 'not valid JSON');
  return { error: 'request/failed' };
}
