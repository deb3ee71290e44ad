/**
 * The link in a mail that freezes the account. It is valid for a week or until the account is
 * frozen, and for nothing else.
 */
import { isSameSecret, type Secrets } from '../../process/secrets.ts';

const LINK_LIFE_MS = 7 * 86_400_000;
const TOKEN = /^(\d{1,16})\.(\d{1,16})\.([\w-]{43})$/;

export class FreezeLinks {
  readonly #secrets: Secrets;
  readonly #siteUrl: () => string;

  /** `siteUrl` is known once the server listens. */
  constructor(secrets: Secrets, siteUrl: () => string) {
    this.#secrets = secrets;
    this.#siteUrl = siteUrl;
  }

  /**
   * Points to the login page, which every visitor may open. The page asks before it posts, because
   * mail programs open links by themselves.
   */
  urlFor(userId: number): string {
    const claim = `${userId}.${Date.now() + LINK_LIFE_MS}`;
    return `${this.#siteUrl()}/pc/login/login?freeze=${claim}.${this.#secrets.mac('freeze-link', claim)}`;
  }

  /** The account that the token freezes, and when it was sent; null if it is forged or too old. */
  read(token: string): { readonly userId: number; readonly sentMs: number } | null {
    const [, userId, expiresMs, mac] = TOKEN.exec(token) ?? [];
    if (userId === undefined || expiresMs === undefined || mac === undefined) return null;
    const expected = this.#secrets.mac('freeze-link', `${userId}.${expiresMs}`);
    const isOurs = isSameSecret(mac, expected);
    return isOurs && Number(expiresMs) > Date.now()
      ? { userId: Number(userId), sentMs: Number(expiresMs) - LINK_LIFE_MS }
      : null;
  }
}
