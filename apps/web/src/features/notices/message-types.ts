/** How each type of messages looks. A type that is not known here looks like a notice. */
import type { TagTone } from '@glasshouse/ui';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  BellRing,
  ListChecks,
  MessageSquare,
  PiggyBank,
  ScanFace,
  ShieldAlert,
  Timer,
  type LucideIcon,
} from 'lucide-react';

const TONES = {
  security: 'warn',
  identity: 'info',
  deposit: 'info',
  withdrawal: 'info',
  order: 'mut',
  contract: 'mut',
  product: 'mut',
  alert: 'info',
  support: 'info',
  system: 'mut',
} as const satisfies Record<string, TagTone>;
export type KnownType = keyof typeof TONES;

export const typeOf = (type: string): KnownType => (type in TONES ? (type as KnownType) : 'system');
export const TYPE_ICONS: Readonly<Record<KnownType, LucideIcon>> = {
  security: ShieldAlert,
  identity: ScanFace,
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  order: ListChecks,
  contract: Timer,
  product: PiggyBank,
  alert: BellRing,
  support: MessageSquare,
  system: Bell,
};
export const toneOf = (type: string): TagTone => TONES[typeOf(type)];
export const isUrgent = (type: string): boolean => type === 'security';
