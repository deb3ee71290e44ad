/**
 * The toasts: top centre, two seconds (R8.2), above dialogs too. A separate entry, so that pages
 * can load it late.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx';

const DURATION_MS = 2000;
const SHOWN_MAX = 3;

export type ToastLevel = 'error' | 'success' | 'warning' | 'info';
export type ShowToast = (level: ToastLevel, text: string) => void;
interface Toast {
  readonly level: ToastLevel;
  readonly text: string;
  /** Increments with every toast, so that a repeated text starts again. */
  readonly number: number;
}
const ICONS = { success: CheckIcon, error: WarningIcon, warning: WarningIcon, info: InfoIcon };
const INK: Readonly<Record<ToastLevel, string>> = {
  success: 'text-good',
  error: 'text-bad',
  warning: 'text-warn',
  info: 'text-brand-ink',
};

export interface ToasterProps {
  readonly label: string;
  /** Called with a function that shows toasts, once that is possible. */
  readonly onReady: (show: ShowToast) => void;
}

export function Toaster({ label, onReady }: ToasterProps) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const host = useRef<HTMLDivElement>(null);
  const count = useRef(0);
  useEffect(() => {
    onReady((level, text) => {
      const toast = { level, text, number: ++count.current };
      setToasts((shown) => [...shown.filter((each) => each.text !== text), toast].slice(-SHOWN_MAX));
    });
  }, [onReady]);
  // Re-shown with each toast, to lie above a dialog that was opened since.
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (toasts.length > 0) element.showPopover();
  }, [toasts]);
  return (
    <div
      ref={host}
      popover="manual"
      role="region"
      aria-label={label}
      className="pointer-events-none fixed inset-x-0 top-16 m-0 w-full border-0 bg-transparent p-0"
    >
      <div className="grid justify-items-center gap-2">
        {toasts.map((toast) => (
          <ToastLine
            key={toast.number}
            toast={toast}
            onEnd={() => setToasts((shown) => shown.filter((each) => each !== toast))}
          />
        ))}
      </div>
    </div>
  );
}

interface ToastLineProps {
  readonly toast: Toast;
  readonly onEnd: () => void;
}
/** Stays while the pointer is on it. */
function ToastLine({ toast: { level, text }, onEnd }: ToastLineProps) {
  const [held, setHeld] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => end(), DURATION_MS);
    return () => clearTimeout(timer);
  }, [held]);
  const Icon = ICONS[level];
  return (
    <p
      role={level === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className="border-line2 bg-panel text-fg shadow-pop pointer-events-auto flex min-h-11 max-w-[480px] items-center gap-2.5 rounded-lg border px-4 py-2.5 text-[13px] leading-5"
    >
      <Icon size={16} strokeWidth={2.4} className={`shrink-0 ${INK[level]}`} />
      {text}
    </p>
  );
}
