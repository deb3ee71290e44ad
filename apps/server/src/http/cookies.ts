/**
 * The cookies of one request and its reply: sent only from our own pages, hidden from scripts, and
 * tied to this host under https.
 */
import { parseCookie, stringifySetCookie } from 'cookie';

/** How long a browser keeps each. */
const LIFE_SECONDS = {
  /**
   * Identifies a browser, so that its mailed codes work only there. It does not authenticate
   * anybody.
   */
  device: 365 * 86_400,
  /** The token of the session; scripts of the page cannot read it. */
  session: 30 * 86_400,
  /** The token of an operator's session. */
  operator: 12 * 3_600,
} as const;
export type CookieName = keyof typeof LIFE_SECONDS;

const NO_LINES: readonly string[] = [];

export class Cookies {
  readonly #header: string | undefined;
  readonly #isHttps: boolean;
  /** Null until one is set, which few requests do. */
  #set: Map<CookieName, string> | null = null;

  constructor(header: string | undefined, isHttps: boolean) {
    this.#header = header;
    this.#isHttps = isHttps;
  }

  /** The cookie of the request, or its newer value in the reply. */
  read(name: CookieName): string | null {
    const sent = this.#header === undefined ? undefined : parseCookie(this.#header)[this.#nameOf(name)];
    const value = this.#set?.get(name) ?? sent ?? '';
    return value === '' ? null : value;
  }

  write(name: CookieName, value: string): void {
    (this.#set ??= new Map()).set(name, value);
  }

  /** Makes the browser delete it. */
  clear(name: CookieName): void {
    this.write(name, '');
  }

  /** The Set-Cookie lines of the reply. */
  lines(): readonly string[] {
    if (this.#set === null) return NO_LINES;
    return [...this.#set].map(([name, value]) =>
      stringifySetCookie({
        name: this.#nameOf(name),
        value,
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: this.#isHttps,
        maxAge: value === '' ? 0 : LIFE_SECONDS[name],
      }),
    );
  }

  /**
   * Browsers accept this prefix only from this host over https, so no neighbouring host can set
   * such a cookie.
   */
  #nameOf(name: CookieName): string {
    return this.#isHttps ? `__Host-${name}` : name;
  }
}
