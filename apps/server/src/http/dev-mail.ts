/** Captured mail in demo mode, as a page and as JSON. Never mounted in production. */
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import type { CapturedMail, Mail } from '../mail/mail.ts';

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1c2b33}article{border:1px solid #d5dfe4;border-radius:8px;padding:.75rem 1rem;margin:0 0 1rem}h2{font-size:1rem;margin:0}p{white-space:pre-line;margin:.5rem 0 0}small{color:#566b76}strong{font-size:1.5rem;letter-spacing:.15em}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'`;

export function devMail(mail: Mail): (app: FastifyInstance) => void {
  return (app) => {
    app.get<{ Querystring: { to?: string } }>('/dev/mail.json', async (request, reply) => {
      const list = await mail.captured(addressOf(request.query.to));
      return reply.header('cache-control', 'no-store').send(list);
    });
    app.get<{ Querystring: { to?: string } }>('/dev/mail', async (request, reply) => {
      const list = await mail.captured(addressOf(request.query.to));
      return reply
        .headers({
          'content-security-policy': POLICY,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .type('text/html; charset=utf-8')
        .send(page(list));
    });
  };
}

function addressOf(to: unknown): string | null {
  return typeof to === 'string' && to.trim() !== '' ? to.trim().toLowerCase() : null;
}

function page(list: readonly CapturedMail[]): string {
  const articles = list.length === 0 ? '<p>No mail yet.</p>' : list.map(article).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Captured mail</title><style>${STYLE}</style><h1>Captured mail</h1><p>This platform runs in demo mode: no mail leaves it. Newest first.</p>${articles}</html>`;
}

function article({ to, subject, text, code, time }: CapturedMail): string {
  const shown = code === null ? '' : `<strong>${escape(code)}</strong>`;
  return `<article><h2>${escape(subject)}</h2><small>${escape(to)}, ${new Date(time).toISOString()}</small><div>${shown}</div><p>${escape(text)}</p></article>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
