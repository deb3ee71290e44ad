/** A picture that is selected or dropped, shown, and replaceable. */
import { FieldError } from '@glasshouse/ui';
import { Image, LoaderCircle, Upload } from 'lucide-react';
import { useId } from 'react';

const KILO = 1000;

export interface ShownPicture {
  readonly name: string;
  readonly bytes: number;
  /** A preview of the file on this device, because the server never returns the picture. */
  readonly previewUrl: string;
}

export interface PictureFieldProps {
  readonly label: string;
  readonly words: {
    /** What is accepted. */
    readonly types: string;
    readonly drop: string;
    readonly choose: string;
    /** While `busy`. */
    readonly sending?: string;
    readonly preview: string;
    readonly replace: string;
  };
  readonly picture: ShownPicture | undefined;
  readonly error: string | undefined;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

export function PictureField({ label, words, picture, error, busy = false, onFile }: PictureFieldProps) {
  const id = useId();
  const take = (file: File | undefined) => {
    if (file !== undefined) onFile(file);
  };
  return (
    <div>
      <div className="mb-1.5 flex items-baseline">
        <label htmlFor={id} className="text-[13px] font-medium">
          {label}
        </label>
        <span className="text-mut ml-auto">{words.types}</span>
      </div>
      <label
        htmlFor={id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
        className={`bg-field focus-within:border-brand relative block h-[212px] cursor-pointer overflow-hidden rounded-lg border focus-within:halo ${error !== undefined ? 'border-bad border-dashed' : picture === undefined ? 'border-dim/70 hover:border-brand border-dashed' : 'border-line2'}`}
      >
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Selecting the same file again must trigger the event too.
            event.target.value = '';
            take(file);
          }}
        />
        {picture === undefined ? (
          <Invitation words={words} busy={busy} />
        ) : (
          <Preview words={words} picture={picture} />
        )}
      </label>
      {error !== undefined && (
        <div className="mt-1.5">
          <FieldError id={`${id}-error`} text={error} />
        </div>
      )}
    </div>
  );
}

function Invitation({ words, busy }: Pick<PictureFieldProps, 'words'> & { readonly busy: boolean }) {
  const Icon = busy ? LoaderCircle : Upload;
  return (
    <span className="grid h-full place-items-center text-center">
      <span>
        <span className="bg-brand-soft text-brand-ink mx-auto grid size-11 place-items-center rounded-full">
          <Icon aria-hidden size={19} className={busy ? 'animate-spin' : undefined} />
        </span>
        <b className="mt-3 block text-[13px] font-semibold">{busy ? words.sending : words.drop}</b>
        <span className="text-mut">{busy ? '\u00a0' : words.choose}</span>
      </span>
    </span>
  );
}

function Preview({ words, picture }: Pick<PictureFieldProps, 'words'> & { readonly picture: ShownPicture }) {
  return (
    <>
      <img src={picture.previewUrl} alt={words.preview} className="h-[172px] w-full object-contain p-2" />
      <span className="border-line absolute inset-x-0 bottom-0 flex h-10 items-center gap-2 border-t px-3.5">
        <Image aria-hidden size={14} className="text-mut shrink-0" />
        <span className="truncate">{picture.name}</span>
        <span className="text-mut shrink-0">{Math.max(1, Math.round(picture.bytes / KILO))} kB</span>
        <span className="text-brand-ink ml-auto shrink-0 font-semibold">{words.replace}</span>
      </span>
    </>
  );
}
