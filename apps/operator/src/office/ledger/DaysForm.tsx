/** From which day to which, and the file of what is shown. */
import { Button, saveFile, type SavedFile } from '@glasshouse/ui';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts.ts';
import { isDay, type Days } from './search.ts';

export interface DaysFormProps {
  readonly days: Days;
  readonly onDays: (days: Partial<Days>) => void;
  /** Undefined: there is nothing to save yet. */
  readonly file: (() => Promise<SavedFile>) | undefined;
  /** What is chosen before the days. */
  readonly children?: ReactNode;
}

export function DaysForm({ days, onDays, file, children }: DaysFormProps) {
  const { t } = useTexts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (load: () => Promise<SavedFile>) => load(),
    onSuccess: saveFile,
  });
  return (
    <div className="border-line flex min-h-12 shrink-0 flex-wrap items-center gap-3 border-b px-4 py-1.5">
      {children}
      <DayInput label={t('ledgerFrom')} day={days.from} onDay={(from) => onDays({ from })} />
      <DayInput label={t('ledgerTo')} day={days.to} onDay={(to) => onDays({ to })} />
      <span className="text-mut">UTC</span>
      {error !== null && (
        <span role="alert" className="text-bad">
          {error.message}
        </span>
      )}
      <Button
        className="ml-auto"
        disabled={file === undefined || isPending}
        onClick={() => file !== undefined && mutate(file)}
      >
        <Download aria-hidden size={14} />
        CSV
      </Button>
    </div>
  );
}

export const INPUT =
  'num bg-raised text-fg focus-visible:halo h-8 rounded-md px-2 outline-none aria-invalid:text-bad';

interface DayInputProps {
  readonly label: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** A day as it is written everywhere here, whatever the language of the browser. */
function DayInput({ label, day, onDay }: DayInputProps) {
  const [typed, setTyped] = useState({ text: day, of: day });
  const text = typed.of === day ? typed.text : day;
  const commit = () => isDay(text.trim()) && onDay(text.trim());
  return (
    <label className="text-mut flex items-center gap-1.5">
      {label}
      <input
        value={text}
        placeholder="2026-11-30"
        maxLength={10}
        aria-invalid={!isDay(text.trim())}
        onChange={({ target }) => setTyped({ text: target.value, of: day })}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
        className={`${INPUT} w-[98px]`}
      />
    </label>
  );
}
