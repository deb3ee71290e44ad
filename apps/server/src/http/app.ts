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
import type { ClientAddresses } from './client-address.ts';
import { isFormWide, isJsonDeep } from './body-shape.ts';
import { BODY_LIMIT_BYTES } from './edge-limits.ts';
import { containment } from '../process/containment.ts';
import { errorFields, type Log } from '../process/log.ts';
import { isClosedEarly } from './downloads.ts';
import { languageOf } from './envelope.ts';
import { invalidField } from './invalid-input.ts';
import { DirectCalls, type ReadJson } from './direct-calls.ts';
import { sendRefusal } from './framework-reply.ts';
import { mountCalls } from './mount.ts';
import { newSlots, type Slots } from './mounted-call.ts';
import type { OwnAddresses } from './origin.ts';
import { alwaysHeaders } from './raw-answer.ts';
import { OFFICE, pathOf } from './target.ts';
import type { UploadOptions } from './upload-route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a file, of whatever type. */
    takesFile?: boolean;
  }
}

/** Adds routes that are not calls: probes, documents, the site. */
export type Extension = (app: FastifyInstance) => void | Promise<void>;

export interface AppOptions extends Omit<UploadOptions, 'isHttps'> {
  readonly config: Config;
  readonly addresses: ClientAddresses;
  readonly server: Server;
  readonly own: OwnAddresses;
  readonly extensions: readonly Extension[];
}

/**
 * Builds the application on a listening server. `direct` is asked first, and `serve` serves what
 * it does not take.
 */
export async function buildApp(options: AppOptions): Promise<{
  readonly app: FastifyInstance;
  readonly serve: RequestListener;
  readonly direct: DirectCalls;
  /** Those of all that callers ask. */
  readonly slots: Slots;
}> {
  let serve: RequestListener = () => undefined;
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
      serve = handler as RequestListener;
      return options.server;
    },
  });
  const readJson = jsonReader(app);
  installParsers(app, readJson);
  const { own, addresses, log } = options;
  const slots = newSlots();
  installGuards(app, { own, headers });
  installErrorReplies(app, options.log);
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const calls = mountCalls(app, { ...options, isHttps }, slots);
  for (const extension of options.extensions) await extension(app);
  await app.ready();
  const direct = new DirectCalls({ calls, addresses, own, headers, readJson, contain: containment(log) });
  return { app, serve, direct, slots };
}

/**
 * Accepts JSON and form-encoded bodies everywhere. An empty body is an empty request, whatever its
 * content type (R7.1).
 */
function installParsers(app: FastifyInstance, readJson: ReadJson): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => {
      if (isFormWide(body as string))
        done(new RefusedBody(invalidField('body', 'has too many fields')), undefined);
      else done(null, parseForm(body as string));
    },
  );
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const read = readJson(body as string);
    if ('refusal' in read) done(new RefusedBody(read.refusal), undefined);
    else done(null, read.value);
  });
  // Calls that take a file: its bytes decide its type, not the header. Each route has its own size
  // limit.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (request.routeOptions.config.takesFile === true) done(null, body);
    else done(Object.assign(new Error('unsupported'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }), undefined);
  });
}

/** A body that is refused. */
class RefusedBody extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

/** By the framework's own parser, which refuses bodies that would change a prototype. */
function jsonReader(app: FastifyInstance): ReadJson {
  const parse = app.getDefaultJsonParser('error', 'error');
  // It does not look at the request.
  const noRequest = null as unknown as FastifyRequest;
  return (text) => {
    if (text === '' || text === 'null') return { value: undefined };
    if (isJsonDeep(text)) return { refusal: invalidField('body', 'is nested too deeply') };
    let read: ReturnType<ReadJson> = { refusal: NOT_JSON };
    void parse(noRequest, text, (error, value: unknown) => {
      if (error === null) read = { value };
    });
    return read;
  };
}

const NOT_JSON = invalidField('body', 'not valid JSON');

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
  if (error instanceof RefusedBody) return error.refusal;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { error: 'request/too-large' };
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return invalidField('Content-Type', 'send application/json or application/x-www-form-urlencoded');
  const isClientError =
    error.statusCode === 400 || error instanceof SyntaxError || error.code?.startsWith('FST_ERR_CTP');
  if (isClientError) return NOT_JSON;
  return { error: 'request/failed' };
}
