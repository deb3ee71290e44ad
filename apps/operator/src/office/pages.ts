/**
 * The pages of the back office, in the order of its navigation: one line each. A page also needs
 * its route in main.tsx.
 */
import { isPermitted, type OperatorRole, type Permission } from '@glasshouse/protocol/operator-roles';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BookOpenText,
  CandlestickChart,
  Headset,
  IdCard,
  LayoutDashboard,
  Link2,
  Megaphone,
  MessageSquareText,
  Network,
  Package,
  Radar,
  SlidersHorizontal,
  UserCog,
  UserRound,
  UsersRound,
  Vault,
  type LucideIcon,
} from 'lucide-react';
import type { TextKey } from './texts.ts';

/** Whether a role may chat with customers. */
export const mayChat = (role: OperatorRole): boolean => isPermitted(role, 'chats/act');

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
  /** What an operator needs to open it; null: nothing. */
  readonly permission: Permission | null;
  /** The letter that, typed after G, opens it. */
  readonly letter: string;
}

// prettier-ignore
export const PAGES = [
  { to: '/inbox', text: 'inbox', icon: Headset, group: 'work', permission: 'chats/act', letter: 'C' },
  { to: '/withdrawals', text: 'withdrawals', icon: ArrowUpFromLine, group: 'work', permission: 'withdrawals/look', letter: 'W' },
  { to: '/identity', text: 'identityPage', icon: IdCard, group: 'work', permission: 'identity/look', letter: 'I' },
  { to: '/vouchers', text: 'vouchersPage', icon: ArrowDownToLine, group: 'work', permission: 'vouchers/look', letter: 'V' },
  { to: '/watch', text: 'watch_page', icon: Radar, group: 'work', permission: 'watch/look', letter: 'H' },
  { to: '/replies', text: 'replies', icon: MessageSquareText, group: 'work', permission: 'replies/act', letter: 'R' },
  { to: '/dashboard', text: 'dashboard', icon: LayoutDashboard, group: 'work', permission: null, letter: 'D' },
  { to: '/people', text: 'people_title', icon: UserRound, group: 'customers', permission: 'people/look', letter: 'P' },
  { to: '/markets', text: 'markets', icon: CandlestickChart, group: 'exchange', permission: 'markets/look', letter: 'M' },
  { to: '/products', text: 'products', icon: Package, group: 'exchange', permission: 'products/look', letter: 'O' },
  { to: '/treasury', text: 'treasury', icon: Vault, group: 'money', permission: 'treasury/look', letter: 'T' },
  { to: '/ledger', text: 'ledger', icon: BookOpenText, group: 'money', permission: 'ledger/look', letter: 'L' },
  { to: '/networks', text: 'networks', icon: Network, group: 'exchange', permission: 'markets/look', letter: 'N' },
  { to: '/parameters', text: 'parameters', icon: SlidersHorizontal, group: 'exchange', permission: 'parameters/look', letter: 'E' },
  { to: '/notices', text: 'notices', icon: Megaphone, group: 'customers', permission: 'content/look', letter: 'B' },
  { to: '/acts', text: 'acts', icon: UsersRound, group: 'control', permission: null, letter: 'S' },
  { to: '/operators', text: 'staff_title', icon: UserCog, group: 'control', permission: 'operators/look', letter: 'U' },
  { to: '/audit', text: 'audit', icon: Link2, group: 'control', permission: 'log/look', letter: 'A' },
] as const satisfies readonly PageEntry[];

export type Page = (typeof PAGES)[number];
export type PagePath = Page['to'];

/** The pages that a role may open. */
export const pagesOf = (role: OperatorRole): readonly Page[] =>
  PAGES.filter(({ permission }) => isPermitted(role, permission));

/** The page that an address belongs to; undefined if there is none. */
export const pageAt = (path: string): Page | undefined =>
  PAGES.find(({ to }) => path === to || path.startsWith(`${to}/`));

/** The first page that a role may open. */
export const firstPageOf = (role: OperatorRole | undefined): PagePath =>
  (role === undefined ? undefined : pagesOf(role)[0]?.to) ?? '/inbox';
