/** A page of signing in. Whoever is signed in is led on: there is nothing to do here. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { session } from '#data/session.ts';
import { safeReturnPath } from '#shared/return-to.ts';

export interface WayOn {
  readonly returnTo: string | undefined;
  /** Without a page to return to. */
  readonly home: string;
}

/** Leads on from a page of signing in. Back leads to the page before, not to the form. */
export function useLeadOn({ returnTo, home }: WayOn): () => void {
  const router = useRouter();
  return () => router.history.replace(router.basepath + (safeReturnPath(returnTo) ?? home));
}

export function VisitorsOnly({ children, ...way }: WayOn & { readonly children: ReactNode }) {
  const leadOn = useLeadOn(way);
  // As the page began: whoever signs in on it is led on by its form.
  const [isVisitor] = useState(() => session.get() === null);
  useEffect(() => {
    if (!isVisitor) leadOn();
    // Once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return isVisitor ? children : null;
}
