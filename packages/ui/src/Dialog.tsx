/** A modal dialog with a title: focus stays in it, Escape and the backdrop close it. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { CloseIcon } from './icons.tsx';
import type { ReactNode } from 'react';

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
  readonly width?: number;
}

export function Dialog({ open, onOpenChange, title, closeLabel, children, width = 420 }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/50" />
        <Base.Popup
          style={{ width }}
          className="border-line2 bg-panel shadow-pop fixed top-1/2 left-1/2 z-50 max-h-[90dvh] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border p-5 outline-none"
        >
          <div className="mb-4 flex items-center">
            <Base.Title className="text-[16px] font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={closeLabel}
              className="text-mut hover:bg-raised hover:text-fg -mr-1.5 ml-auto grid size-8 place-items-center rounded-md"
            >
              <CloseIcon size={17} />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
