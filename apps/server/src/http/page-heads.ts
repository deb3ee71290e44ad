/**
 * Puts title, description, address and picture of a page into its HTML, for search engines and
 * previews of links, which run no scripts. The build of the site says what they are.
 */
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Language } from './handler.ts';
import { SharedBody } from './shared-body.ts';

type Head = readonly [title: string, description: string];
interface PageHeads {
  readonly heads: Readonly<Record<string, Readonly<Record<Language, Head>>>>;
  readonly paths: readonly string[];
}

export interface HeadedPage {
  readonly body: SharedBody;
  readonly etag: string;
  /** Whether the site has such a page. */
  readonly isKnown: boolean;
}

const SITE_NAME = 'Glasshouse';
const PICTURE = '/pc/social.png';
const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', zh: 'zh_CN' };
/** The parameters that choose what a page is about. */
const CHOOSING = ['article', 'view'] as const;

export class PagesWithHeads {
  readonly #html: string;
  readonly #siteUrl: string;
  readonly #heads: ReadonlyMap<string, Readonly<Record<Language, Head>>>;
  readonly #paths: ReadonlySet<string>;
  /** By page and language: as many as there are heads, and one for all other pages. */
  readonly #made = new Map<string, { readonly body: SharedBody; readonly etag: string }>();

  /** Null where the build has no heads. */
  static open(folder: string, siteUrl: string): PagesWithHeads | null {
    const file = path.join(folder, 'heads.json');
    if (!fs.existsSync(file)) return null;
    const pages = JSON.parse(fs.readFileSync(file, 'utf8')) as PageHeads;
    return new PagesWithHeads(fs.readFileSync(path.join(folder, 'index.html'), 'utf8'), pages, siteUrl);
  }

  constructor(html: string, { heads, paths }: PageHeads, siteUrl: string) {
    this.#html = html;
    this.#siteUrl = siteUrl;
    this.#heads = new Map(Object.entries(heads));
    this.#paths = new Set(paths);
  }

  /** The addresses of all pages with a head. */
  addresses(): string[] {
    return [...this.#heads.keys()].map((key) => `${this.#siteUrl}/pc${key}`);
  }

  /** `pathname` is without the base. */
  page(pathname: string, query: URLSearchParams, language: Language): HeadedPage {
    const route = pathname.replace(/(?<=.)\/+$/, '');
    const key = this.#keyOf(route, query);
    const name = `${language} ${key ?? ''}`;
    let made = this.#made.get(name);
    if (made === undefined) {
      const html = this.#htmlOf(key, language);
      made = { body: new SharedBody(Buffer.from(html)), etag: `"${hash('sha256', html, 'base64url')}"` };
      this.#made.set(name, made);
    }
    return { ...made, isKnown: this.#paths.has(route) };
  }

  #keyOf(route: string, query: URLSearchParams): string | null {
    const start = route === '/' ? '/main' : route;
    const chosen = CHOOSING.map((name) => `${start}?${name}=${query.get(name) ?? ''}`);
    return [...chosen, start].find((key) => this.#heads.has(key)) ?? null;
  }

  #htmlOf(key: string | null, language: Language): string {
    const head = key === null ? undefined : this.#heads.get(key)?.[language];
    const html = this.#html.replace(
      /<html lang="[^"]*"/,
      `<html lang="${language === 'zh' ? 'zh-Hans' : 'en'}"`,
    );
    if (key === null || head === undefined)
      return html.replace('</head>', '<meta name="robots" content="noindex" /></head>');
    const [title, description] = head.map(escaped) as [string, string];
    const address = escaped(`${this.#siteUrl}/pc${key}`);
    const more = [
      `<link rel="canonical" href="${address}" />`,
      ...Object.entries({
        'og:type': 'website',
        'og:site_name': SITE_NAME,
        'og:locale': LOCALES[language],
        'og:title': title,
        'og:description': description,
        'og:url': address,
        'og:image': `${escaped(this.#siteUrl)}${PICTURE}`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': SITE_NAME,
      }).map(([property, content]) => `<meta property="${property}" content="${content}" />`),
      '<meta name="twitter:card" content="summary_large_image" />',
    ];
    return html
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title} | ${SITE_NAME}</title>`)
      .replace(
        /(<meta\s+name="description"\s+content=")[^"]*/,
        (_, before: string) => `${before}${description}`,
      )
      .replace('</head>', () => `${more.join('')}</head>`);
  }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

export function sitemap(addresses: readonly string[]): string {
  const rows = addresses.map((address) => `<url><loc>${escaped(address)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`;
}

/** Pages of one's own are nothing to find. */
export function robots(siteUrl: string): string {
  return [
    'User-agent: *',
    ...['account', 'setting'].map((section) => `Disallow: /pc/${section}/`),
    'Disallow: /operator/',
    'Allow: /pc/',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
