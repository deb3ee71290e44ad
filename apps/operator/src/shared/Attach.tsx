/** A button that opens the file dialog for a picture. */
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';

export interface AttachProps {
  readonly label: string;
  readonly isBusy?: boolean;
  readonly onChosen: (file: File) => void;
}

export function Attach({ label, isBusy = false, onChosen }: AttachProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="hidden"
        tabIndex={-1}
        aria-hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen !== undefined) onChosen(chosen);
          target.value = '';
        }}
      />
      <button
        type="button"
        aria-label={label}
        title={label}
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => file.current?.click()}
        className="text-mut hover:text-fg disabled:text-dim grid size-9 shrink-0 place-items-center rounded-md"
      >
        <Paperclip aria-hidden size={16} />
      </button>
    </>
  );
}
