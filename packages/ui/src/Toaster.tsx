/** Where toasts appear: top centre, two seconds (SPEC §8). */
import { Toaster as Sonner } from 'sonner';

export const TOAST_DURATION_MS = 2000;

export function Toaster({ dark, label }: { readonly dark: boolean; readonly label: string }) {
  return (
    <Sonner
      theme={dark ? 'dark' : 'light'}
      position="top-center"
      duration={TOAST_DURATION_MS}
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
