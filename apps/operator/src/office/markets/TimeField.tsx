/** A time that is typed in UTC. */
import { Field, TextInput } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
}

export function TimeField({ label, value, onValue }: TimeFieldProps) {
  const { t } = useTexts();
  return (
    <Field label={label} hint={t('timeUtcHint')}>
      {(ids) => (
        <TextInput
          {...ids}
          placeholder="2027-01-31 08:00"
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  );
}

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/;

/** A typed time in UTC, in milliseconds; null if it is none. */
export function timeOf(text: string): number | null {
  const [, day, hour] = TIME.exec(text.trim()) ?? [];
  const timeMs = Date.parse(`${day}T${hour}:00Z`);
  // A day that does not exist is no other day.
  const isReal = !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(`${day}T${hour}`);
  return isReal ? timeMs : null;
}
