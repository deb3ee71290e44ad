/** Where a user returns after logging in: this page, with its pair. */
import { useLocation } from '@tanstack/react-router';

export function useReturnTo(): string {
  return useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
}

/** A path to return to after login: one of this site, but not a login page. */
export function safeReturnPath(path: string | undefined): string | undefined {
  if (path === undefined || !/^\/(?![/\\])/.test(path) || path.startsWith('/login')) return undefined;
  return path;
}
