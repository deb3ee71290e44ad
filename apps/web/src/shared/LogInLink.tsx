/** Leads to the login, and from there back to this page. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useReturnTo } from './return-to.ts';

export interface LogInLinkProps {
  readonly className: string;
  readonly children: ReactNode;
}
export function LogInLink(props: LogInLinkProps) {
  return <Link to="/login/login" search={{ returnTo: useReturnTo() }} {...props} />;
}
