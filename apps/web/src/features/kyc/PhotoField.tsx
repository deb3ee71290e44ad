/** One side of a document: selected or dropped, shown, sent at once, replaceable. */
import { PHOTO_BYTES_MAX } from '@glasshouse/protocol/kyc/documents';
import { FieldError } from '@glasshouse/ui';
import { Camera, LoaderCircle, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { CallError, readFailureText, type CallFailure } from '#data/api.ts';
import { useTranslation } from '#shared/i18n.ts';
import { uploadPhoto, type Side } from './calls.ts';

const KILO = 1000;
const MEGABYTES_MAX = PHOTO_BYTES_MAX / KILO / KILO;
/** Failures for which the server provides a text. */
const TOLD: ReadonlySet<CallFailure> = new Set(['refused', 'unavailable']);

export interface SentPhoto {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** A preview of the file on this device, because the server never returns the photo. */
  readonly previewUrl: string;
}

export interface PhotoFieldProps {
  readonly side: Side;
  readonly label: string;
  readonly photo: SentPhoto | undefined;
  readonly onPhoto: (photo: SentPhoto | undefined) => void;
}

export function PhotoField({ side, label, photo, onPhoto }: PhotoFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function take(file: File | undefined) {
    if (file === undefined) return;
    setError(undefined);
    if (photo !== undefined) URL.revokeObjectURL(photo.previewUrl);
    onPhoto(undefined);
    if (file.size > PHOTO_BYTES_MAX) {
      setError(t('verify.photoTooLarge', { megabytes: MEGABYTES_MAX }));
      return;
    }
    setBusy(true);
    try {
      const { id: photoId } = await uploadPhoto(side, file);
      onPhoto({ id: photoId, name: file.name, bytes: file.size, previewUrl: URL.createObjectURL(file) });
    } catch (failure) {
      const isTold = failure instanceof CallError && TOLD.has(failure.kind);
      setError(isTold ? failure.message : readFailureText(failure));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div>
      <div className="mb-1.5 flex items-baseline">
        <label htmlFor={id} className="text-[13px] font-medium">
          {label}
        </label>
        <span className="text-mut ml-auto">{t('verify.photoTypes', { megabytes: MEGABYTES_MAX })}</span>
      </div>
      <label
        htmlFor={id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
        className={`bg-field focus-within:border-brand focus-within:ring-brand/15 relative block h-[212px] cursor-pointer overflow-hidden rounded-lg border focus-within:ring-3 ${error !== undefined ? 'border-down border-dashed' : photo === undefined ? 'border-dim/70 hover:border-brand border-dashed' : 'border-line2'}`}
      >
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          aria-invalid={error !== undefined}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Selecting the same file again must trigger the event too.
            event.target.value = '';
            void take(file);
          }}
        />
        {photo === undefined ? <Invitation busy={busy} /> : <Preview photo={photo} />}
      </label>
      {error !== undefined && (
        <div className="mt-1.5">
          <FieldError text={error} />
        </div>
      )}
    </div>
  );
}

function Invitation({ busy }: { readonly busy: boolean }) {
  const { t } = useTranslation();
  const Icon = busy ? LoaderCircle : Upload;
  return (
    <span className="grid h-full place-items-center text-center">
      <span>
        <span className="bg-brand-soft text-brand-ink mx-auto grid size-11 place-items-center rounded-full">
          <Icon aria-hidden size={19} className={busy ? 'animate-spin' : undefined} />
        </span>
        <b className="mt-3 block text-[13px] font-semibold">{t(busy ? 'verify.sending' : 'verify.drop')}</b>
        <span className="text-mut">{busy ? '\u00a0' : t('verify.orChoose')}</span>
      </span>
    </span>
  );
}

function Preview({ photo }: { readonly photo: SentPhoto }) {
  const { t } = useTranslation();
  return (
    <>
      <img src={photo.previewUrl} alt={t('verify.preview')} className="h-[172px] w-full object-contain p-2" />
      <span className="border-line absolute inset-x-0 bottom-0 flex h-10 items-center gap-2 border-t px-3.5">
        <Camera aria-hidden size={14} className="text-mut shrink-0" />
        <span className="truncate">{photo.name}</span>
        <span className="text-mut shrink-0">{Math.max(1, Math.round(photo.bytes / KILO))} kB</span>
        <span className="text-brand-ink ml-auto shrink-0 font-semibold">{t('verify.replace')}</span>
      </span>
    </>
  );
}
