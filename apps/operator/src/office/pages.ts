/**
 * The pages of the back office, in the order of its navigation: one line each. A page also needs
 * its route in main.tsx.
 */
import {
  isPermitted,
  OPERATOR_ROLES,
  type OperatorRole,
  type Permission,
} from '@glasshouse/protocol/operator-roles';
import { ArrowUpFromLine, Headset, Link2, MessageSquareText, type LucideIcon } from 'lucide-react';
import type { TextKey } from './texts.ts';

/** The roles that may chat, as in the definitions of the `desk/` calls. */
export const CHATTING: readonly OperatorRole[] = ['admin', 'support'];

/** The groups of the navigation, in its order. */
export const GROUPS = [
  'work',
  'customers',
  'exchange',
  'money',
  'control',
] as const satisfies readonly TextKey[];

export interface PageEntry {
  readonly to: `/${string}`;
  readonly text: TextKey;
  readonly icon: LucideIcon;
  readonly group: (typeof GROUPS)[number];
  /** Who may open it. */
  readonly roles: readonly OperatorRole[];
  /** The letter that, typed after G, opens it. */
  readonly letter: string;
}

const having = (permission: Permission): readonly OperatorRole[] =>
  OPERATOR_ROLES.filter((role) => isPermitted(role, permission));

// prettier-ignore
export const PAGES = [
  { to: '/inbox', text: 'inbox', icon: Headset, group: 'work', roles: CHATTING, letter: 'C' },
  { to: '/withdrawals', text: 'withdrawals', icon: ArrowUpFromLine, group: 'work', roles: having('withdrawals/look'), letter: 'W' },
  { to: '/replies', text: 'replies', icon: MessageSquareText, group: 'work', roles: ['admin'], letter: 'R' },
  { to: '/audit', text: 'audit', icon: Link2, group: 'control', roles: ['admin', 'auditor'], letter: 'A' },
] as const satisfies readonly PageEntry[];

export type Page = (typeof PAGES)[number];
export type PagePath = Page['to'];

/** The pages that a role may open. */
export const pagesOf = (role: OperatorRole): readonly Page[] =>
  PAGES.filter(({ roles }) => (roles as readonly OperatorRole[]).includes(role));

/** The page that an address belongs to; undefined if there is none. */
export const pageAt = (path: string): Page | undefined =>
  PAGES.find(({ to }) => path === to || path.startsWith(`${to}/`));

/** The first page that a role may open. */
export const firstPageOf = (role: OperatorRole | undefined): PagePath =>
  (role === undefined ? undefined : pagesOf(role)[0]?.to) ?? '/inbox';
