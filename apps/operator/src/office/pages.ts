/** The pages of the back office, in the order of its navigation, and who may open them. */
import type { OperatorRole } from '@glasshouse/protocol/operator-roles';
import { Headset, Link2, MessageSquareText, type LucideIcon } from 'lucide-react';
import type { TextKey } from './texts.ts';

/** The roles that may chat, as in the definitions of the `desk/` calls. */
export const CHATTING: readonly OperatorRole[] = ['admin', 'support'];

export interface PageEntry {
  readonly to: '/inbox' | '/replies' | '/audit';
  readonly text: TextKey;
  readonly icon: LucideIcon;
  readonly roles: readonly OperatorRole[];
}
export const GROUPS: readonly { readonly title: TextKey; readonly pages: readonly PageEntry[] }[] = [
  {
    title: 'work',
    pages: [
      { to: '/inbox', text: 'inbox', icon: Headset, roles: CHATTING },
      { to: '/replies', text: 'replies', icon: MessageSquareText, roles: ['admin'] },
    ],
  },
  {
    title: 'control',
    pages: [{ to: '/audit', text: 'audit', icon: Link2, roles: ['admin', 'auditor'] }],
  },
];
const PAGES = GROUPS.flatMap(({ pages }) => pages);

export const mayOpen = (role: OperatorRole, path: string): boolean =>
  PAGES.some(({ to, roles }) => path.startsWith(to) && roles.includes(role));

/** The first page that a role may open. */
export const firstPageOf = (role: OperatorRole | undefined): PageEntry['to'] =>
  PAGES.find(({ roles }) => role !== undefined && roles.includes(role))?.to ?? '/inbox';
