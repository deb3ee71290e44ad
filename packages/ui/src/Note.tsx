/** A boxed remark with a tone: information, advice, cost, proof. */
import { InfoIcon, ShieldIcon, WarningIcon } from './icons.tsx';
import type { ReactNode } from 'react';

const TONES = {
  info: { box: 'border-brand/25 bg-brand/8', icon: 'text-brand-ink', Icon: InfoIcon },
  warn: { box: 'border-warn/30 bg-warn/8', icon: 'text-warn', Icon: WarningIcon },
  bad: { box: 'border-down/30 bg-down/8', icon: 'text-down', Icon: WarningIcon },
  ok: { box: 'border-brand/25 bg-brand/8', icon: 'text-brand-ink', Icon: ShieldIcon },
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
