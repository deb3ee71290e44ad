/**
 * A modal dialog with a title, on the native element. It traps and restores focus; Escape and the
 * backdrop close it.
 */
import { CloseIcon } from './icons.tsx';
import { useEffect, useId, useRef, type ReactNode } from 'react';

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
  readonly width?: number;
}

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onOpenChange, title, closeLabel, children, width = 420 }: DialogProps) {
  const titleId = useId();
  const host = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = host.current;
    const opener = document.activeElement;
    dialog?.showModal();
    // Rather than the close button, or a box that is rarely ticked.
    dialog?.querySelector<HTMLElement>('input:not([type=checkbox]),[data-first]')?.focus();
    return () => {
      dialog?.close();
      swallowSecondPress();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={host}
      aria-labelledby={titleId}
      style={{ width }}
      className="border-line2 bg-panel text-fg shadow-pop m-auto max-h-[90dvh] overflow-y-auto rounded-xl border p-0 backdrop:bg-black/50"
      onCancel={(event) => {
        event.preventDefault();
        onOpenChange(false);
      }}
      // The child has the padding, so a press on the dialog itself is one on its backdrop. The
      // second press of a double click is not meant for a dialog that the first one has opened.
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && event.detail === 1) onOpenChange(false);
      }}
    >
      <div className="p-5">
        <div className="mb-4 flex items-center">
          <h2 id={titleId} className="text-[16px] font-semibold">
            {title}
          </h2>
          <button
            type="button"
            aria-label={closeLabel}
            onClick={() => onOpenChange(false)}
            className="text-mut hover:bg-raised hover:text-fg -mr-1.5 ml-auto grid size-8 place-items-center rounded-md"
          >
            <CloseIcon size={17} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

const DOUBLE_CLICK_MS = 500;
const PRESSES = ['mousedown', 'click', 'dblclick'] as const;

/** The second press of a double click that closed a dialog is not meant for what lies behind it. */
function swallowSecondPress(): void {
  const swallow = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of PRESSES) window.addEventListener(type, swallow, true);
  setTimeout(() => {
    for (const type of PRESSES) window.removeEventListener(type, swallow, true);
  }, DOUBLE_CLICK_MS);
}
