/** One line of the palette. */
import { classNames } from '@glasshouse/ui';
import { CornerDownLeft, Lock, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { KeyHint } from '../parts/KeyHint.tsx';

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly text?: string | undefined;
  readonly icon: LucideIcon;
  readonly keys?: string | undefined;
  /** Who may, where this operator may not. */
  readonly onlyFor?: string | undefined;
  readonly run: () => void;
}

export interface PaletteOptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isChosen: boolean;
  readonly onRun: () => void;
  readonly onChoose: () => void;
}

export function PaletteOption({ id, entry, isChosen, onRun, onChoose }: PaletteOptionProps) {
  const option = useRef<HTMLDivElement>(null);
  const { label, text, keys, onlyFor } = entry;
  const isOff = onlyFor !== undefined;
  const Icon = isOff ? Lock : entry.icon;
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // Its keys are heard by the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={isOff}
      onClick={onRun}
      onMouseMove={onChoose}
      className={classNames(
        'flex h-[38px] items-center gap-3 rounded-md px-2.5',
        isChosen && 'bg-brand-soft',
        isOff ? 'text-mut' : 'cursor-pointer',
      )}
    >
      <Icon
        aria-hidden
        size={15}
        strokeWidth={1.7}
        className={classNames('shrink-0', isChosen && !isOff ? 'text-brand-ink' : 'text-mut')}
      />
      <span className={classNames('text-[12.5px] whitespace-nowrap', !isOff && 'font-semibold')}>
        {label}
      </span>
      <span className="text-mut min-w-0 flex-1 truncate">{onlyFor ?? text}</span>
      {isChosen && !isOff && <CornerDownLeft aria-hidden size={13} className="text-brand-ink shrink-0" />}
      {keys !== undefined && !isOff && (
        <span className="flex shrink-0 gap-1">
          {keys.split(' ').map((key) => (
            <KeyHint key={key}>{key}</KeyHint>
          ))}
        </span>
      )}
    </div>
  );
}
