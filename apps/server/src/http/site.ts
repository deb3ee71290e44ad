/** Serves the built site under /pc with headers that block foreign code. */
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { languageOf } from './envelope.ts';
import { sendRefusal } from './mount.ts';

export const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // The site creates no policy, so none is allowed: injected code cannot create one to make text
    // trusted.
    'trusted-types': ["'none'"],
  },
};

export interface SiteOptions {
  /** The folder of index.html. */
  readonly folder: string;
  /** The origin of the customer-service chat, the only foreign frame. */
  readonly chatUrl: string;
  /** True if users connect by https. */
  readonly isHttps: boolean;
}

const ONE_YEAR_MS = 31_536_000_000;

export function site(options: SiteOptions): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/', (_request, reply) => reply.redirect('/pc/', 302));
    await app.register(async (pages) => {
      // Pages have helmet's policy, which lets them load their own files.
      pages.addHook('onRequest', (_request, reply, done) => {
        reply.removeHeader('content-security-policy');
        done();
      });
      await pages.register(helmet, helmetOptions(options));
      if (existsSync(path.join(options.folder, 'index.html'))) await mountFiles(pages, options.folder);
      else mountNotBuilt(pages);
    });
  };
}

function helmetOptions(options: SiteOptions) {
  const directives: Record<string, string[]> = { ...CONTENT_SECURITY_POLICY.directives };
  if (URL.canParse(options.chatUrl)) directives['frame-src'] = ["'self'", new URL(options.chatUrl).origin];
  return {
    global: true,
    contentSecurityPolicy: { useDefaults: false, directives },
    frameguard: { action: 'deny' as const },
    referrerPolicy: { policy: 'no-referrer' as const },
    hsts: options.isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : (false as const),
  };
}

/** The build's own notes, and paths out of the folder. */
const HIDDEN = /(^|[/\\])\./;

/**
 * Hashed files never change; index.html is always revalidated; every other path below /pc is a
 * route of the site.
 */
async function mountFiles(pages: FastifyInstance, folder: string): Promise<void> {
  await pages.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  pages.get('/pc', (_request, reply) => reply.redirect('/pc/', 302));
  pages.get<{ Params: { '*': string } }>('/pc/*', (request, reply) => {
    const file = request.params['*'];
    const isRoute = file === '' || file === 'index.html' || path.extname(file) === '';
    if (isRoute)
      return reply
        .header('cache-control', 'no-cache')
        .sendFile('index.html', folder, { cacheControl: false });
    if (HIDDEN.test(file) || !existsSync(path.join(folder, file))) {
      return sendRefusal(
        reply,
        { error: 'request/unknown-route' },
        {
          language: languageOf(request.headers['accept-language']),
        },
      );
    }
    const isHashed = file.startsWith('assets/');
    return reply.sendFile(file, folder, { maxAge: isHashed ? ONE_YEAR_MS : 0, immutable: isHashed });
  });
}

const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Glasshouse</title><p>The site is not built yet. Run <code>npm run build -w @glasshouse/web</code>.</p>';

function mountNotBuilt(pages: FastifyInstance): void {
  const answer = (_request: unknown, reply: FastifyReply) =>
    reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
  pages.get('/pc', answer);
  pages.get('/pc/*', answer);
}
