/** One side of a document: selected or dropped, sent at once, replaceable. */
import { PHOTO_BYTES_MAX } from '@glasshouse/protocol/kyc/documents';
import { useRef, useState } from 'react';
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

/** Undefined: none was chosen, or it was refused. */
export type Photo = SentPhoto | 'sending' | undefined;

export interface PhotoFieldProps {
  readonly side: Side;
  readonly label: string;
  readonly photo: Photo;
  /** The error that is shown while no photo was chosen. */
  readonly missing: string | undefined;
  readonly onPhoto: (photo: Photo) => void;
}

export function PhotoField({ side, label, photo, missing, onPhoto }: PhotoFieldProps) {
  const { t } = useTranslation();
  const [error, setError] = useState<string>();
  const latest = useRef<File>(undefined);
  const sent = photo === 'sending' ? undefined : photo;

  async function take(file: File) {
    latest.current = file;
    setError(undefined);
    if (sent !== undefined) URL.revokeObjectURL(sent.previewUrl);
    if (file.size > PHOTO_BYTES_MAX) {
      onPhoto(undefined);
      setError(t('verify.photoTooLarge', { megabytes: MEGABYTES_MAX }));
      return;
    }
    onPhoto('sending');
    try {
      const { id } = await uploadPhoto(side, file);
      // Another one was chosen meanwhile.
      if (latest.current !== file) return;
      onPhoto({ id, name: file.name, bytes: file.size, previewUrl: URL.createObjectURL(file) });
    } catch (failure) {
      if (latest.current !== file) return;
      onPhoto(undefined);
      const isTold = failure instanceof CallError && TOLD.has(failure.kind);
      setError(isTold ? failure.message : readFailureText(failure));
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
      picture={sent}
      error={error ?? missing}
      busy={photo === 'sending'}
      onFile={(file) => void take(file)}
    />
  );
}
