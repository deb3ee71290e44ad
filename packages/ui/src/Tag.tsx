/** Small marks of state: a tag with a dot and a word, and the blue seal of a proof. */
import { ShieldIcon } from './icons.tsx';
import type { ReactNode } from 'react';

const TONES = { ok: 'tag-ok', warn: 'tag-warn', bad: 'tag-bad', info: 'tag-info', mut: 'tag-mut' } as const;
export type TagTone = keyof typeof TONES;

export interface TagProps {
  readonly tone?: TagTone;
  readonly dot?: boolean;
  readonly children: ReactNode;
}

export function Tag({ tone = 'mut', dot = true, children }: TagProps) {
  return (
    <span
      className={`inline-flex h-5 items-center gap-1.5 rounded px-1.5 text-[11px] leading-none font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {dot && <i aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}

/** Blue means proof. It is never green, so that it cannot be read as a win. */
export function Seal({ children, waiting }: { readonly children: ReactNode; readonly waiting?: boolean }) {
  return (
    <span
      className={`text-2xs inline-flex h-5 items-center gap-1 rounded-full px-1.5 pr-2 font-medium whitespace-nowrap ${waiting === true ? 'bg-raised text-mut' : 'bg-brand-soft text-brand-ink'}`}
    >
      <ShieldIcon className="size-3.5" strokeWidth={2} />
      {children}
    </span>
  );
}
