/** Links whose addresses are known only when they are shown, such as that of an article. */
import { Link } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, AriaAttributes } from 'react';
import { useReturnTo } from './return-to.ts';

type AnchorProps = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'className' | 'role' | 'title' | 'onClick' | 'children'
> &
  AriaAttributes;
export interface PageLinkProps extends AnchorProps {
  readonly target?: '_blank';
  /** A path without the base /pc. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number>>;
}

export function PageLink({ to, search = {}, ...rest }: PageLinkProps) {
  // The router's types know only single routes; the catch-all route serves the rest.
  return <Link {...rest} to={to as '/main'} search={search as never} />;
}

/** Leads to the login, and from there back to this page. */
export function LogInLink(props: Pick<AnchorProps, 'className' | 'children'>) {
  return <Link {...props} to="/login/login" search={{ returnTo: useReturnTo() }} />;
}
