/** Serves the page for phones at /m. */
import type { FastifyInstance } from 'fastify';
import fs from 'node:fs';
import path from 'node:path';
import { languageOf } from '../../http/envelope.ts';
import { REQUEST_BASE, requestUrl } from '../../http/request-url.ts';
import { phonePage, SCRIPT_PATH, STYLE_PATH } from './phone-page.ts';
import type { Brand } from '../../values/brand.ts';
import { WIDE_PARAMETER } from '../../http/phones.ts';

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export interface PhonePageOptions {
  readonly siteUrl: string;
  readonly isSimulated: boolean;
  readonly brand: () => Brand;
}

const FILES = {
  [STYLE_PATH]: ['phone-page.css', 'text/css'],
  [SCRIPT_PATH]: ['phone-page.js', 'text/javascript'],
} as const;

export function phonePages(options: PhonePageOptions): (app: FastifyInstance) => void {
  const address = `${options.siteUrl.replace(/^https?:\/\//, '')}/pc`;
  return (app) => {
    app.get<{ Querystring: { lang?: string; to?: string } }>('/m', (request, reply) => {
      const { lang, to } = request.query;
      const page = phonePage({
        language: languageOf(lang ?? request.headers['accept-language']),
        address,
        onward: onwardOf(to),
        isSimulated: options.isSimulated,
        brand: options.brand(),
      });
      return reply
        .headers({
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'cache-control': 'no-cache',
          vary: 'accept-language',
        })
        .type('text/html; charset=utf-8')
        .send(page);
    });
    for (const [url, [file, type]] of Object.entries(FILES)) {
      const bytes = fs.readFileSync(path.join(import.meta.dirname, file));
      app.get(url, (_request, reply) =>
        reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(bytes),
      );
    }
  };
}

/** A path of the wide site and no other address, with the choice to stay there. */
function onwardOf(to: string | undefined): string {
  const url = requestUrl(to ?? '');
  const isOwn = url.origin === REQUEST_BASE && /^\/pc(\/|$)/.test(url.pathname);
  const { pathname, searchParams } = isOwn ? url : new URL('/pc/', REQUEST_BASE);
  searchParams.set(WIDE_PARAMETER, '1');
  return `${pathname}?${searchParams}`;
}
