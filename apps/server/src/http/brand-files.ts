/**
 * Serves the files of the brand under /brand/DIGEST/: its style sheet, logos, icon, and the
 * manifest of the app. The digest in the address is that of the brand, so that browsers may keep a
 * file for ever and still show the new brand at the next page.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_BRAND, type Brand, type Picture } from '../values/brand.ts';
import { markSvg } from '../values/mark.ts';
import { pngSize } from '../values/png-size.ts';
import { readThemeTokens, themeCss } from './brand-theme.ts';
import { languageOf } from './envelope.ts';
import { sendRefusal } from './framework-reply.ts';

export const BRAND_BASE = '/brand';
/** The same files: the back office may be all that a proxy lets through, or have its own port. */
export const OFFICE_BRAND_BASE = '/operator/brand';
/** Of an SVG that somebody opens by itself: it is checked, and could do nothing all the same. */
const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const FOR_EVER = 'public, max-age=31536000, immutable';
const DARK_PAGE = '#070a0d';

interface BrandFile {
  readonly type: string;
  readonly bytes: Buffer;
}

export function brandFiles(brand: () => Brand): (app: FastifyInstance) => void {
  const tokens = readThemeTokens();
  const files: Readonly<Record<string, (of: Brand) => BrandFile>> = {
    'theme.css': (of) => ({ type: 'text/css; charset=utf-8', bytes: Buffer.from(themeCss(of, tokens)) }),
    'manifest.webmanifest': (of) => ({
      type: 'application/manifest+json',
      bytes: Buffer.from(JSON.stringify(manifestOf(of))),
    }),
    logo: logoOf,
    logo_dark: (of) => of.pictures.get('logo_dark') ?? logoOf(of),
    icon: iconOf,
  };
  type Asked = FastifyRequest<{ Params: { digest: string; file: string } }>;
  const send = ({ params: { digest, file }, headers }: Asked, reply: FastifyReply): FastifyReply => {
    const current = brand();
    const make = Object.hasOwn(files, file) ? files[file] : undefined;
    if (make === undefined) return unknown(reply, headers['accept-language']);
    const { type, bytes } = make(current);
    return reply
      .headers({
        // The page of an earlier brand is still open somewhere: it gets what is in force.
        'cache-control': digest === current.digest ? FOR_EVER : 'no-cache',
        'content-security-policy': PICTURE_POLICY,
        'x-content-type-options': 'nosniff',
        // The chat's frame has no origin.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type(type)
      .send(bytes);
  };
  return (app) => {
    for (const base of [BRAND_BASE, OFFICE_BRAND_BASE]) app.get(`${base}/:digest/:file`, send);
  };
}

const unknown = (reply: FastifyReply, accepted: string | undefined): FastifyReply =>
  sendRefusal(reply, { error: 'request/unknown-route' }, { language: languageOf(accepted) });

const mark = (colour: string): Picture => ({ type: 'image/svg+xml', bytes: Buffer.from(markSvg(colour)) });
const logoOf = ({ pictures, colour }: Brand): Picture => pictures.get('logo') ?? mark(colour);
const iconOf = (brand: Brand): Picture => brand.pictures.get('icon') ?? logoOf(brand);

/** Whether the pages' own icon is not that of the brand. */
export const hasOwnIcon = ({ pictures, colour }: Brand): boolean =>
  pictures.has('icon') || pictures.has('logo') || colour !== DEFAULT_BRAND.colour;

/** What a browser shows of the site as an app (W3C, Web Application Manifest). */
function manifestOf(brand: Brand) {
  const { type, bytes } = iconOf(brand);
  const size = pngSize(bytes);
  return {
    id: '/pc/',
    name: brand.name,
    short_name: brand.name,
    start_url: '/pc/',
    scope: '/',
    display: 'browser',
    theme_color: brand.colour,
    background_color: DARK_PAGE,
    icons: [{ src: 'icon', type, sizes: size === null ? 'any' : `${size.width}x${size.height}` }],
  };
}
