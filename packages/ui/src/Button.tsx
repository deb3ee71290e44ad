/** Buttons, and links that look like buttons. Disabled ones are grey, not faded. */
import { SpinnerIcon } from './icons.tsx';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  brand: 'bg-brand text-on-brand hover:[filter:brightness(108%)]',
  plain: 'bg-raised text-fg hover:[filter:brightness(96%)] dark:hover:[filter:brightness(125%)]',
  ghost: 'text-mut hover:bg-raised hover:text-fg',
  line: 'border border-edge text-fg hover:bg-raised',
  buy: 'bg-up-btn text-white hover:[filter:brightness(110%)]',
  sell: 'bg-down-btn text-white hover:[filter:brightness(110%)]',
  danger: 'border border-bad/40 text-bad hover:bg-bad/10',
} as const;
const SIZES = {
  xs: 'h-6 px-2 text-[11px] rounded',
  sm: 'h-8 px-3 text-[12.5px] rounded-md',
  md: 'h-9 px-4 text-[13px] rounded-md',
  lg: 'h-12 px-6 text-[15px] rounded-lg',
} as const;
export type ButtonTone = keyof typeof TONES;
export type ButtonSize = keyof typeof SIZES;

/** The classes of a button, for the app's routed links. */
export function buttonClass(tone: ButtonTone = 'plain', size: ButtonSize = 'md', extra?: string): string {
  return classNames(
    'btn inline-flex shrink-0 items-center justify-center gap-1.5 font-semibold whitespace-nowrap [transition:filter_.15s,background_.15s,color_.15s] active:translate-y-px disabled:translate-y-0 disabled:cursor-not-allowed disabled:bg-raised disabled:text-dim disabled:hover:[filter:none]',
    TONES[tone],
    SIZES[size],
    extra,
  );
}

/** A form's button is pressed by Enter too. */
const BUSY = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  /** While sending: shows a spinner and ignores clicks. It keeps its width and the focus. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

export function Button({ tone, size, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && BUSY)}
      className={classNames('relative', buttonClass(tone, size, className))}
    >
      {busy && <SpinnerIcon className="absolute size-4 animate-spin" />}
      {busy ? <span className="inline-flex items-center gap-1.5 opacity-0">{children}</span> : children}
    </button>
  );
}
