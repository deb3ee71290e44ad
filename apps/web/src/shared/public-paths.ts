/** Which paths a visitor may open (R2.1), and where an old or short path leads. Paths are without the base /pc. */

const PUBLIC_PATHS: ReadonlySet<string> = new Set([
  '/main',
  '/home',
  '/market',
  '/trade',
  '/scontract',
  '/finance/list',
  '/pool/list',
  '/fund/list',
  '/fund/detail',
  '/subscribe/list',
  '/subscribe/detail',
  '/subscribe/preview',
  '/about/us',
  '/about/connect',
  '/about/protocol',
  '/about/legal',
  '/login/login',
  '/login/register',
  '/login/forget',
]);

const REDIRECTS: Readonly<Record<string, string>> = {
  '/': '/main',
  '/home': '/main',
  '/finance': '/finance/list',
  '/subscribe': '/subscribe/list',
  '/account': '/account/assert/2',
  '/account/assert': '/account/assert/2',
  '/setting': '/setting/safty',
  '/pool': '/pool/list',
  '/fund': '/fund/list',
  '/login': '/login/login',
  '/about': '/about/us',
};

export function isPublicPath(path: string): boolean {
  return PUBLIC_PATHS.has(trimmed(path));
}

/** Where a path leads by itself, before anybody asks who the visitor is. */
export function redirectOf(path: string): string | undefined {
  return REDIRECTS[trimmed(path)];
}

/** A path to return to after login: only a path of this site, never another host or the login pages. */
export function safeReturnPath(path: string | undefined): string | undefined {
  if (path === undefined || !/^\/(?![/\\])/.test(path) || path.startsWith('/login')) return undefined;
  return path;
}

function trimmed(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}
