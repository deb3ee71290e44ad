/**
 * A small menu on the native popover, light enough for the home page, with arrow keys and Escape.
 */
import { useId, useRef, type KeyboardEvent, type ReactNode, type ToggleEvent } from 'react';

export interface MenuProps {
  /** The content of the button that opens it. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly className?: string;
  readonly width: number;
  /** Items are links or buttons with role 'menuitem'. Receives a function that closes the menu. */
  readonly children: (close: () => void) => ReactNode;
}

const GAP_PX = 6;
const EDGE_PX = 8;

export function Menu({ trigger, label, className, width, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => document.getElementById(id)?.hidePopover();

  function place(event: ToggleEvent<HTMLDivElement>) {
    const opening = event.newState === 'open';
    const box = button.current?.getBoundingClientRect();
    button.current?.setAttribute('aria-expanded', String(opening));
    if (!opening || box === undefined) return;
    event.currentTarget.style.top = `${box.bottom + GAP_PX}px`;
    // Counted from the right, so that the menu stays at its button when the window gets narrower.
    const { clientWidth } = document.documentElement;
    const right = Math.max(clientWidth - box.right, EDGE_PX);
    event.currentTarget.style.right = `min(${right}px, 100vw - ${width + EDGE_PX}px)`;
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-label={label}
        className={className}
      >
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        style={{ width }}
        className="menu shadow-pop rounded-xl p-1.5 text-[13px]"
        onBeforeToggle={place}
        onToggle={(event) => {
          if (event.newState !== 'open') return;
          keepInWindow(event.currentTarget, button.current);
          itemsOf(event.currentTarget)[0]?.focus({ preventScroll: true });
        }}
        onKeyDown={moveFocus}
      >
        {children(close)}
      </div>
    </>
  );
}

/** A menu that would end below the window opens upwards. Its height is known once it is open. */
function keepInWindow(menu: HTMLElement, button: HTMLElement | null): void {
  const box = button?.getBoundingClientRect();
  const { clientHeight } = document.documentElement;
  if (box === undefined || menu.getBoundingClientRect().bottom <= clientHeight - EDGE_PX) return;
  menu.style.top = `${Math.max(box.top - GAP_PX - menu.offsetHeight, EDGE_PX)}px`;
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const last = items.length - 1;
  const steps: Record<string, number> = {
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const next = steps[event.key];
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

/** The classes of a menu item. */
export const MENU_ITEM_CLASS =
  'flex h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-left hover:bg-raised focus-visible:bg-raised';
