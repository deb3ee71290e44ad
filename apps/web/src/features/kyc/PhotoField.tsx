/** One side of a document: selected or dropped, sent at once, replaceable. */
import { PHOTO_BYTES_MAX } from '@glasshouse/protocol/kyc/documents';
import { useState } from 'react';
import { CallError, readFailureText, type CallFailure } from '#data/api.ts';
import { PictureField, type ShownPicture } from '#shared/forms/PictureField.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { uploadPhoto, type Side } from './calls.ts';

const MEGABYTES_MAX = PHOTO_BYTES_MAX / 1_000_000;
/** Failures for which the server provides a text. */
const TOLD: ReadonlySet<CallFailure> = new Set(['refused', 'unavailable']);

export interface SentPhoto extends ShownPicture {
  readonly id: string;
}

export interface PhotoFieldProps {
  readonly side: Side;
  readonly label: string;
  readonly photo: SentPhoto | undefined;
  /** What is told while there is none. */
  readonly missing: string | undefined;
  readonly onPhoto: (photo: SentPhoto | undefined) => void;
}

export function PhotoField({ side, label, photo, missing, onPhoto }: PhotoFieldProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function take(file: File) {
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
    <PictureField
      label={label}
      words={{
        types: t('verify.photoTypes', { megabytes: MEGABYTES_MAX }),
        drop: t('verify.drop'),
        choose: t('verify.orChoose'),
        sending: t('verify.sending'),
        preview: t('verify.preview'),
        replace: t('verify.replace'),
      }}
      picture={photo}
      error={error ?? (busy ? undefined : missing)}
      busy={busy}
      onFile={(file) => void take(file)}
    />
  );
}
