/** Wraps the pages of signing in. Redirects users who are signed in already. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { session } from '#data/session.ts';
import { safeReturnPath } from '#shared/return-to.ts';

export interface WayOn {
  readonly returnTo: string | undefined;
  /** The target if there is no page to return to. */
  readonly home: string;
}

/**
 * Returns a function that redirects from a page of signing in. Replaces the history entry, so that
 * Back skips the form.
 */
export function useLeadOn({ returnTo, home }: WayOn): () => void {
  const router = useRouter();
  return () => router.history.replace(router.basepath + (safeReturnPath(returnTo) ?? home));
}

export function VisitorsOnly({ children, ...way }: WayOn & { readonly children: ReactNode }) {
  const leadOn = useLeadOn(way);
  // The state when the page opened. A user who signs in on the page is redirected by its form.
  const [isVisitor] = useState(() => session.get() === null);
  useEffect(() => {
    if (!isVisitor) leadOn();
    // Once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return isVisitor ? children : null;
}
