/** A boxed remark with a tone: information, advice, cost, proof. */
import { InfoIcon, ShieldIcon, WarningIcon } from './icons.tsx';
import type { ReactNode } from 'react';

/** Opaque, so that its text has the same contrast on a card and on the page. */
const BRAND = 'border-brand/25 bg-[color-mix(in_srgb,var(--color-brand)_8%,var(--panel))]';
const TONES = {
  info: { box: BRAND, icon: 'text-brand-ink', Icon: InfoIcon },
  warn: {
    box: 'border-warn/30 bg-[color-mix(in_srgb,var(--color-warn)_8%,var(--panel))]',
    icon: 'text-warn',
    Icon: WarningIcon,
  },
  bad: {
    box: 'border-bad/40 bg-[color-mix(in_srgb,var(--color-bad)_8%,var(--panel))]',
    icon: 'text-bad',
    Icon: WarningIcon,
  },
  ok: { box: BRAND, icon: 'text-brand-ink', Icon: ShieldIcon },
} as const;

export interface NoteProps {
  readonly tone?: keyof typeof TONES;
  readonly title?: string;
  readonly children: ReactNode;
}

export function Note({ tone = 'info', title, children }: NoteProps) {
  const { box, icon, Icon } = TONES[tone];
  return (
    <div className={`flex gap-2.5 rounded-lg border px-3.5 py-2.5 text-[12.5px] leading-[18px] ${box}`}>
      <Icon size={16} className={`mt-px shrink-0 ${icon}`} />
      <div>
        {title !== undefined && <b className="block font-semibold">{title}</b>}
        {children}
      </div>
    </div>
  );
}
