/** Where toasts appear: top centre, two seconds (SPEC §8). An entry of its own, so that pages can load it late. */
import { useEffect } from 'react';
import { toast, Toaster as Sonner } from 'sonner';

const DURATION_MS = 2000;

export interface ToasterProps {
  readonly dark: boolean;
  readonly label: string;
  /** Called once toasts can be shown, with what shows them. */
  readonly onReady: (show: typeof toast) => void;
}

export function Toaster({ dark, label, onReady }: ToasterProps) {
  // Sonner listens from its own effect, which runs before this one.
  useEffect(() => onReady(toast), [onReady]);
  return (
    <Sonner
      theme={dark ? 'dark' : 'light'}
      position="top-center"
      duration={DURATION_MS}
      visibleToasts={3}
      offset={64}
      containerAriaLabel={label}
      toastOptions={{
        classNames: {
          toast:
            'border-line2! bg-panel! text-fg! font-sans! text-[13px]! rounded-lg! shadow-pop! min-h-11! py-2.5!',
          success: '[&_[data-icon]]:text-up',
          error: '[&_[data-icon]]:text-down',
          warning: '[&_[data-icon]]:text-warn',
        },
      }}
    />
  );
}
