/** The error of a field, shown at the field. */
import { WarningIcon } from './icons.tsx';

const GAP_PX = 8;

export function FieldError({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <p ref={showAboveFoot} id={id} role="alert" className="text-bad flex items-start gap-1.5 leading-[17px]">
      <WarningIcon size={13} className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}

/** Scrolls a card whose foot (FormFoot) stays in view, where the foot would cover the line. */
function showAboveFoot(line: HTMLElement | null): void {
  const foot = line?.closest('section')?.querySelector<HTMLElement>('[data-foot]');
  if (line === null || foot === null || foot === undefined) return;
  line.style.scrollMarginBottom = `${foot.offsetHeight + GAP_PX}px`;
  line.scrollIntoView({ block: 'nearest' });
}
