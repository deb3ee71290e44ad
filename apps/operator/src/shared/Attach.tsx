/** A button that asks for a picture. */
import { Button } from '@glasshouse/ui';
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
      <Button
        tone="ghost"
        aria-label={label}
        title={label}
        busy={isBusy}
        onClick={() => file.current?.click()}
        className="size-9 px-0"
      >
        <Paperclip aria-hidden size={16} />
      </Button>
    </>
  );
}
