/**
 * Puts the brand into a built page: the name, which its scripts read from there too, the accent,
 * the icon, and the style sheet that has its colours before anything is drawn.
 */
import { DEFAULT_BRAND, type Brand } from '../values/brand.ts';
import { BRAND_BASE, hasOwnIcon } from './brand-files.ts';
import { SharedBody } from './shared-body.ts';
import { hash } from 'node:crypto';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

export function brandedPage(html: string, brand: Brand, base: string = BRAND_BASE): string {
  const { name, colour, legal_name: owner, pictures, digest } = brand;
  const file = (of: string) => `${base}/${digest}/${of}`;
  const isDefaultLook =
    colour === DEFAULT_BRAND.colour && !pictures.has('logo') && !pictures.has('logo_dark');
  const more = [
    ...(owner === '' ? [] : [`<meta name="author" content="${escaped(owner)}" />`]),
    `<link rel="manifest" href="${file('manifest.webmanifest')}" />`,
    ...(isDefaultLook
      ? []
      : [
          `<link rel="preload" as="image" href="${file('logo')}" />`,
          `<link rel="stylesheet" href="${file('theme.css')}" />`,
        ]),
  ];
  const withIcon = hasOwnIcon(brand) ? html.replace(ICON, `<link rel="icon" href="${file('icon')}"`) : html;
  const withLogo = isDefaultLook ? withIcon : withIcon.replace(LOGO, '');
  return withLogo
    .replace(
      /(<meta\s+name="application-name"\s+content=")[^"]*/,
      (_, before: string) => before + escaped(name),
    )
    .replace(/(<meta\s+name="theme-color"\s+content=")[^"]*/, `$1${colour}`)
    .replace(TITLE, (_, before: string, after: string) => before + escaped(name) + after)
    .replace('</head>', () => `${more.join('')}</head>`);
}

const ICON = /<link rel="icon"(?: type="[^"]*")? href="[^"]*"/;
/** It loads the logo before the scripts draw the page. */
const LOGO = /<link rel="preload" as="image"[^>]*>/;
const TITLE = new RegExp(`(<title>)${DEFAULT_BRAND.name}([^<]*</title>)`);

export interface MadePage {
  readonly body: SharedBody;
  readonly etag: string;
}

export const madePage = (html: string): MadePage => ({
  body: new SharedBody(Buffer.from(html)),
  etag: `"${hash('sha256', html, 'base64url')}"`,
});

interface BrandedPageParts {
  readonly html: string;
  readonly brand: () => Brand;
  /** Where the files of the brand are. */
  readonly base: string;
}

/** A page of one address: made again when the brand has changed. */
export class BrandedPage {
  readonly #html: string;
  readonly #brand: () => Brand;
  readonly #base: string;
  #made: { readonly digest: string; readonly page: MadePage } | null = null;

  constructor({ html, brand, base }: BrandedPageParts) {
    this.#html = html;
    this.#brand = brand;
    this.#base = base;
  }

  get page(): MadePage {
    const current = this.#brand();
    if (this.#made?.digest !== current.digest)
      this.#made = { digest: current.digest, page: madePage(brandedPage(this.#html, current, this.#base)) };
    return this.#made.page;
  }
}
