/**
 * The link by which a mail's reader freezes the account: good for a week, until the account is
 * frozen, for nothing else.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../secrets.ts';

const LINK_LIFE_MS = 7 * 86_400_000;
const TOKEN = /^(\d{1,16})\.(\d{1,16})\.([\w-]{43})$/;

export class FreezeLinks {
  private readonly secrets: Secrets;
  private readonly siteUrl: string;

  constructor(secrets: Secrets, siteUrl: string) {
    this.secrets = secrets;
    this.siteUrl = siteUrl;
  }

  /** To the login page, which every visitor may open. It asks before it posts: mail programs follow links by themselves. */
  urlFor(userId: number): string {
    const claim = `${userId}.${Date.now() + LINK_LIFE_MS}`;
    return `${this.siteUrl}/pc/login/login?freeze=${claim}.${this.secrets.mac('freeze-link', claim)}`;
  }

  /** Whose account the token freezes, and when it was sent; null when it is forged or too old. */
  read(token: string): { readonly userId: number; readonly sentMs: number } | null {
    const [, userId, expiresMs, mac] = TOKEN.exec(token) ?? [];
    if (userId === undefined || expiresMs === undefined || mac === undefined) return null;
    const expected = this.secrets.mac('freeze-link', `${userId}.${expiresMs}`);
    const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
    return isOurs && Number(expiresMs) > Date.now()
      ? { userId: Number(userId), sentMs: Number(expiresMs) - LINK_LIFE_MS }
      : null;
  }
}
