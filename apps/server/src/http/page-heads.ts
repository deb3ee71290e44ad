/**
 * Puts title, description, address and picture of a page into its HTML, for search engines and
 * previews of links, which run no scripts. The build of the site says what they are.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Language } from './handler.ts';
import { DEFAULT_BRAND, type Brand } from '../values/brand.ts';
import { BRAND_BASE } from './brand-files.ts';
import { brandedPage, escaped, madePage, type MadePage } from './branded-page.ts';

type Head = readonly [title: string, description: string];
interface PageHeads {
  readonly heads: Readonly<Record<string, Readonly<Record<Language, Head>>>>;
  readonly paths: readonly string[];
}

export interface HeadedPage extends MadePage {
  /** Whether the site has such a page. */
  readonly isKnown: boolean;
}

const PICTURE = '/pc/social.png';
const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', zh: 'zh_CN' };
/** The parameters that choose what a page is about. */
const CHOOSING = ['article', 'view'] as const;

export class PagesWithHeads {
  readonly #html: string;
  readonly #siteUrl: string;
  readonly #brand: () => Brand;
  readonly #heads: ReadonlyMap<string, Readonly<Record<Language, Head>>>;
  readonly #paths: ReadonlySet<string>;
  /**
   * Of the brand that is in force, by page and language: as many as there are heads, and one for
   * all other pages.
   */
  readonly #made = new Map<string, MadePage>();
  #digest = '';

  /** Null where the build has no heads. */
  static open(folder: string, siteUrl: string, brand: () => Brand): PagesWithHeads | null {
    const file = path.join(folder, 'heads.json');
    if (!fs.existsSync(file)) return null;
    const pages = JSON.parse(fs.readFileSync(file, 'utf8')) as PageHeads;
    const html = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
    return new PagesWithHeads({ html, pages, siteUrl, brand });
  }

  constructor({ html, pages: { heads, paths }, siteUrl, brand }: PagesParts) {
    this.#brand = brand;
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
    const current = this.#brand();
    if (current.digest !== this.#digest) this.#made.clear();
    this.#digest = current.digest;
    let made = this.#made.get(name);
    if (made === undefined) {
      made = madePage(brandedPage(this.#htmlOf({ key, language, brand: current }), current));
      this.#made.set(name, made);
    }
    return { ...made, isKnown: this.#paths.has(route) };
  }

  #keyOf(route: string, query: URLSearchParams): string | null {
    const start = route === '/' ? '/main' : route;
    const chosen = CHOOSING.map((name) => `${start}?${name}=${query.get(name) ?? ''}`);
    return [...chosen, start].find((key) => this.#heads.has(key)) ?? null;
  }

  #htmlOf({ key, language, brand }: Asked): string {
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
        'og:site_name': escaped(brand.name),
        'og:locale': LOCALES[language],
        'og:title': title,
        'og:description': description,
        'og:url': address,
        ...this.#picture(brand),
      }).map(([property, content]) => `<meta property="${property}" content="${content}" />`),
      `<meta name="twitter:card" content="${hasPicture(brand) ? 'summary_large_image' : 'summary'}" />`,
    ];
    return html
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title} | ${escaped(brand.name)}</title>`)
      .replace(
        /(<meta\s+name="description"\s+content=")[^"]*/,
        (_, before: string) => `${before}${description}`,
      )
      .replace('</head>', () => `${more.join('')}</head>`);
  }

  /** The picture of a preview; of another brand its icon, if it has one that previews can draw. */
  #picture(brand: Brand): Readonly<Record<string, string>> {
    const alt = escaped(brand.name);
    const site = escaped(this.#siteUrl);
    if (hasPicture(brand))
      return {
        'og:image': `${site}${PICTURE}`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': alt,
      };
    const icon = brand.pictures.get('icon') ?? brand.pictures.get('logo');
    return icon?.type === 'image/png'
      ? { 'og:image': `${site}${BRAND_BASE}/${brand.digest}/icon`, 'og:image:alt': alt }
      : {};
  }
}

/** The large picture shows the name, the mark and the accent that the software comes with. */
const hasPicture = ({ name, colour, pictures }: Brand): boolean =>
  name === DEFAULT_BRAND.name && colour === DEFAULT_BRAND.colour && pictures.size === 0;

interface PagesParts {
  readonly html: string;
  readonly pages: PageHeads;
  readonly siteUrl: string;
  readonly brand: () => Brand;
}

interface Asked {
  readonly key: string | null;
  readonly language: Language;
  readonly brand: Brand;
}

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
