/** A labelled field: label above, a fact at the right, hint or error below. */
import { useId, type ReactNode } from 'react';

export interface FieldIds {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}
export interface FieldProps {
  readonly label: ReactNode;
  readonly fact?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Receives the ids that link the input to its label, hint and error. */
  readonly children: (ids: FieldIds) => ReactNode;
}

export function Field({ label, fact, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div data-field>
      <div className="mb-1.5 flex items-baseline">
        <label className="text-[13px] font-medium" htmlFor={id}>
          {label}
        </label>
        {fact !== undefined && <span className="text-mut ml-auto">{fact}</span>}
      </div>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      {hasNote && (
        <p
          id={noteId}
          data-note
          role={error === undefined ? undefined : 'alert'}
          className={`mt-1 leading-[18px] ${error === undefined ? 'text-mut' : 'text-bad'}`}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
