/**
 * Serves the built pages with headers that block foreign code: the site under /pc, the back office
 * under /operator, and the support chat under /chat. The chat runs in a frame without an origin: it
 * has no cookies and no storage, asks the server nothing, and speaks only with the page around it.
 */
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Brand } from '../values/brand.ts';
import { BRAND_BASE, OFFICE_BRAND_BASE } from './brand-files.ts';
import { BrandedPage, escaped, type MadePage } from './branded-page.ts';
import { languageOf } from './envelope.ts';
import { hasChosenWide, isPhone, isUrgent, WIDE_COOKIE, WIDE_PARAMETER } from './phones.ts';
import { sendRefusal } from './framework-reply.ts';
import { PagesWithHeads, robots, sitemap } from './page-heads.ts';
import { requestUrl } from './request-url.ts';

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

const CHAT_POLICY = {
  ...CONTENT_SECURITY_POLICY.directives,
  'default-src': ["'none'"],
  'connect-src': ["'none'"],
  'frame-src': ["'none'"],
  'frame-ancestors': ["'self'"],
  'form-action': ["'none'"],
  sandbox: ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'],
};

export interface SiteOptions {
  /** The folder of the site's index.html. */
  readonly folder: string;
  /** The folder of the back office and of the chat. */
  readonly officeFolder: string;
  /** The address of the customer-service chat, whose origin is the only foreign frame. */
  readonly chatUrl: () => string;
  /** True if users connect by https. */
  readonly isHttps: boolean;
  /** The site's address for users, for the heads of its pages. */
  readonly siteUrl: string;
  readonly brand: () => Brand;
  /** Where phones are sent. */
  readonly mobileUrl: string;
}

/** Pages have helmet's policy, which lets them load their own files. */
function removePolicy(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.removeHeader('content-security-policy');
  done();
}

const ONE_YEAR_MS = 31_536_000_000;

export function site(options: SiteOptions): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/', (_request, reply) => reply.redirect('/pc/', 302));
    // Where password managers send those whose password has leaked (W3C, change-password-url).
    app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/pc/login/modify', 302));
    await app.register(async (pages) => {
      pages.addHook('onRequest', removePolicy);
      const frames = ["'self'", () => originOf(options.chatUrl())];
      const policy = { ...CONTENT_SECURITY_POLICY.directives, 'frame-src': frames };
      await pages.register(helmet, helmetOptions(options, policy, 'deny'));
      const heads = PagesWithHeads.open(options.folder, options.siteUrl, options.brand);
      mountForRobots(pages, { siteUrl: options.siteUrl, heads });
      sendPhonesOn(pages, options);
      await mountPages(pages, { ...options, base: '/pc', page: 'index.html', heads });
    });
    await app.register(async (pages) => {
      pages.addHook('onRequest', removePolicy);
      await pages.register(helmet, helmetOptions(options, CONTENT_SECURITY_POLICY.directives, 'deny'));
      const { officeFolder: folder, brand } = options;
      await mountPages(pages, { base: '/operator', folder, page: 'index.html', brand });
    });
    await app.register(async (pages) => {
      pages.addHook('onRequest', removePolicy);
      await pages.register(helmet, helmetOptions(options, CHAT_POLICY, 'sameorigin'));
      await mountChat(pages, options);
    });
  };
}

type Directive = string | (() => string);

/** Empty, which adds nothing, for our own chat. */
const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');

function helmetOptions(
  options: SiteOptions,
  directives: Readonly<Record<string, readonly Directive[]>>,
  frames: 'deny' | 'sameorigin',
) {
  return {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: directives as Record<string, Directive[]>,
    },
    frameguard: { action: frames },
    referrerPolicy: { policy: 'no-referrer' as const },
    hsts: options.isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : (false as const),
  };
}

/** A page that does not exist is one all the same, which says so, to programs by its status. */
function sendHeaded(
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
  heads: PagesWithHeads,
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const file = request.params['*'];
  const route = file === 'index.html' ? '/' : `/${file}`;
  const { isKnown, ...made } = heads.page(route, queryOf(request), language);
  void reply.code(isKnown ? 200 : 404).header('vary', 'accept-encoding, accept-language, user-agent');
  return sendMade(request, reply, made);
}

/** The page is always revalidated. */
function sendMade({ headers }: FastifyRequest, reply: FastifyReply, { body, etag }: MadePage): FastifyReply {
  void reply.headers({ 'cache-control': 'no-cache', etag });
  if (headers['if-none-match'] === etag && reply.statusCode === 200) return reply.code(304).send();
  const { bytes, encoding } = body.forClient(headers['accept-encoding']);
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(bytes);
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => requestUrl(url).searchParams;

function mountForRobots(
  app: FastifyInstance,
  { siteUrl, heads }: { readonly siteUrl: string; readonly heads: PagesWithHeads | null },
): void {
  const map = sitemap(heads?.addresses() ?? []);
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(siteUrl)));
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(map));
}

const WIDE_SECONDS = 365 * 86_400;

/** Phones go to the mobile site, until they have chosen the wide one. */
function sendPhonesOn(app: FastifyInstance, { mobileUrl, isHttps }: SiteOptions): void {
  const separator = mobileUrl.includes('?') ? '&' : '?';
  app.addHook('onRequest', (request, reply, done) => {
    const url = requestUrl(request.url);
    const isPage = /^\/pc(\/|$)/.test(url.pathname) && path.extname(url.pathname) === '';
    const isChoice = isPage && url.searchParams.get(WIDE_PARAMETER) === '1';
    if (isPage) void reply.header('vary', 'user-agent');
    if (isChoice) keepWide(reply, url, isHttps);
    else if (isPage && isPhone(request) && !hasChosenWide(request) && !isUrgent(url.searchParams))
      void reply.redirect(`${mobileUrl}${separator}to=${encodeURIComponent(request.url)}`, 302);
    else done();
  });
}

/** Remembers the choice, and opens the page at its own address. */
function keepWide(reply: FastifyReply, { pathname, searchParams }: URL, isHttps: boolean): void {
  searchParams.delete(WIDE_PARAMETER);
  const line = stringifySetCookie({
    name: WIDE_COOKIE,
    value: '1',
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    maxAge: WIDE_SECONDS,
  });
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  void reply.header('set-cookie', line).redirect(`${pathname}${query}`, 302);
}

/** The build's own notes, and paths out of the folder. */
const HIDDEN = /(^|[/\\])\./;

interface Pages {
  /** Such as '/pc'. */
  readonly base: string;
  readonly folder: string;
  /** The file of every route. */
  readonly page: string;
  /** Titles and descriptions of the pages. */
  readonly heads?: PagesWithHeads | null;
  readonly brand: () => Brand;
}

/**
 * Hashed files never change; the page is always revalidated; every other path below the base is a
 * route of it.
 */
async function mountPages(app: FastifyInstance, { base, folder, page, ...pages }: Pages): Promise<void> {
  if (!existsSync(path.join(folder, page))) {
    mountNotBuilt(app, base, pages.brand);
    return;
  }
  const html = readFileSync(path.join(folder, page), 'utf8');
  const branded = new BrandedPage({ html, brand: pages.brand, base: OFFICE_BRAND_BASE });
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  app.get(base, (_request, reply) => reply.redirect(`${base}/`, 302));
  app.get<{ Params: { '*': string } }>(`${base}/*`, (request, reply) => {
    const file = request.params['*'];
    const isRoute = file === '' || file === page || path.extname(file) === '';
    if (isRoute && pages.heads) return sendHeaded(request, reply, pages.heads);
    if (isRoute) return sendMade(request, reply.header('vary', 'accept-encoding'), branded.page);
    return sendOwnFile(request, reply, { file, folder });
  });
}

function sendOwnFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, folder }: { readonly file: string; readonly folder: string },
): FastifyReply {
  if (HIDDEN.test(file) || !existsSync(path.join(folder, file))) {
    const language = languageOf(request.headers['accept-language']);
    return sendRefusal(reply, { error: 'request/unknown-route' }, { language });
  }
  const isHashed = file.startsWith(ASSETS);
  return reply.sendFile(file, folder, { maxAge: isHashed ? ONE_YEAR_MS : 0, immutable: isHashed });
}

const ASSETS = 'assets/';
const CHAT_PAGE = 'chat.html';
/** The frame without an origin loads its files as a foreign page would. */
const FOR_FOREIGN_READERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The page of the chat, and its files, which it shares with the back office. */
async function mountChat(app: FastifyInstance, { officeFolder: folder, brand }: SiteOptions): Promise<void> {
  if (!existsSync(path.join(folder, CHAT_PAGE))) {
    mountNotBuilt(app, '/chat', brand);
    return;
  }
  const html = readFileSync(path.join(folder, CHAT_PAGE), 'utf8');
  const branded = new BrandedPage({ html, brand, base: BRAND_BASE });
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  app.get('/chat', (_request, reply) => reply.redirect('/chat/', 302));
  app.get('/chat/', (request, reply) =>
    sendMade(request, reply.header('vary', 'accept-encoding'), branded.page),
  );
  app.get<{ Params: { '*': string } }>(`/chat/${ASSETS}*`, (request, reply) => {
    void reply.headers(FOR_FOREIGN_READERS);
    return sendOwnFile(request, reply, { file: ASSETS + request.params['*'], folder });
  });
}

function mountNotBuilt(pages: FastifyInstance, base: string, brand: () => Brand): void {
  const answer = (_request: unknown, reply: FastifyReply) =>
    reply
      .code(503)
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><meta charset="utf-8"><title>${escaped(brand().name)}</title><p>These pages are not built yet. <code>npm start</code> builds them.</p>`,
      );
  pages.get(base, answer);
  pages.get(`${base}/*`, answer);
}
