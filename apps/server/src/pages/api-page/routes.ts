/** Serves the page for programs at /docs/api, in the language of `lang` or of the browser. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fs from 'node:fs';
import path from 'node:path';
import { languageOf } from '../../http/envelope.ts';
import type { Language } from '../../http/handler.ts';
import { publishedLimits } from '../../operating/published-limits.ts';
import { SharedBody } from '../../http/shared-body.ts';
import type { Brand } from '../../values/brand.ts';
import { apiPage, STYLE_PATH } from './api-page.ts';

/** The page has no script, no form and no frame. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface ApiPageOptions {
  readonly rateFactor: number;
  readonly brand: () => Brand;
  /** The address of the site; null if a demo has none, which takes that of the request. */
  readonly publicUrl: string | null;
}

export function apiPages({ rateFactor, brand, publicUrl }: ApiPageOptions): (app: FastifyInstance) => void {
  return (app) => {
    const limits = publishedLimits(rateFactor);
    /** Of the brand that is in force, and the last address that was asked for. */
    const pages = new Map<Language, { readonly of: string; readonly body: SharedBody }>();
    const style = new SharedBody(fs.readFileSync(path.join(import.meta.dirname, 'api-page.css')));
    app.get<{ Querystring: { lang?: string } }>('/docs/api', (request, reply) => {
      const language = languageOf(request.query.lang ?? request.headers['accept-language']);
      const current = brand();
      let page = pages.get(language);
      const address = publicUrl === null ? `http://${request.host}` : new URL(publicUrl).origin;
      const of = `${current.digest} ${address}`;
      if (page?.of !== of) {
        const html = apiPage({ language, limits, brand: current, address, rateFactor });
        page = { of, body: new SharedBody(Buffer.from(html)) };
        pages.set(language, page);
      }
      return send(request, reply, { body: page.body, type: 'text/html' });
    });
    app.get(STYLE_PATH, (request, reply) => send(request, reply, { body: style, type: 'text/css' }));
  };
}

function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, type }: { readonly body: SharedBody; readonly type: string },
): FastifyReply {
  const { bytes, encoding } = body.forClient(headers['accept-encoding']);
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply
    .headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language',
    })
    .type(`${type}; charset=utf-8`)
    .send(bytes);
}
