/**
 * The cookies of one request and its reply: read by our own pages alone, hidden from scripts, tied
 * to this host under https.
 */
import { parseCookie, stringifySetCookie } from 'cookie';

/** How long a browser keeps them. */
const LIFE_SECONDS = {
  /** Names a browser, so that its mailed codes are its own; it proves nothing about a person. */
  device: 365 * 86_400,
  /** The token of the session: no script of the page can read it. */
  session: 30 * 86_400,
} as const;
export type CookieName = keyof typeof LIFE_SECONDS;

export class Cookies {
  private readonly header: string | undefined;
  private readonly isHttps: boolean;
  private readonly set = new Map<CookieName, string>();

  constructor(header: string | undefined, isHttps: boolean) {
    this.header = header;
    this.isHttps = isHttps;
  }

  /** What the request carries, or what was put into its reply meanwhile. */
  read(name: CookieName): string | null {
    const value = this.set.get(name) ?? parseCookie(this.header ?? '')[this.nameOf(name)] ?? '';
    return value === '' ? null : value;
  }

  write(name: CookieName, value: string): void {
    this.set.set(name, value);
  }

  /** Has the browser drop it. */
  clear(name: CookieName): void {
    this.set.set(name, '');
  }

  /** The Set-Cookie lines of the reply. */
  lines(): string[] {
    return [...this.set].map(([name, value]) =>
      stringifySetCookie({
        name: this.nameOf(name),
        value,
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: this.isHttps,
        maxAge: value === '' ? 0 : LIFE_SECONDS[name],
      }),
    );
  }

  /**
   * Browsers take the prefix only from this host over https: no neighbouring host can plant such a
   * cookie.
   */
  private nameOf(name: CookieName): string {
    return this.isHttps ? `__Host-${name}` : name;
  }
}
