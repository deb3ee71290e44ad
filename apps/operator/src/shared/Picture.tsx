/** A picture of a chat, loaded when its message is shown, and enlarged at a click. */
import { useEffect, useRef, useState } from 'react';
import { useEscape } from './escape.ts';

export interface PictureData {
  readonly jpegBase64: string;
  readonly width: number;
  readonly height: number;
}
export interface PictureProps {
  readonly load: () => Promise<PictureData>;
  readonly labels: { readonly picture: string; readonly failed: string; readonly close: string };
}

const WIDTH = 240;

export function Picture({ load, labels }: PictureProps) {
  const [data, setData] = useState<PictureData | 'failed' | null>(null);
  const [isLarge, setLarge] = useState(false);
  const small = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let isGone = false;
    load().then(
      (loaded) => !isGone && setData(loaded),
      () => !isGone && setData('failed'),
    );
    return () => {
      isGone = true;
    };
    // A picture never changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  if (data === 'failed') return <p className="text-bad py-1">{labels.failed}</p>;
  if (data === null) return <span className="skeleton my-1 block h-36 w-60 rounded-lg" />;
  const src = `data:image/jpeg;base64,${data.jpegBase64}`;
  function close() {
    setLarge(false);
    small.current?.focus();
  }
  const height = Math.round((data.height / data.width) * WIDTH);
  return (
    <>
      <button
        ref={small}
        type="button"
        onClick={() => setLarge(true)}
        className="focus-visible:ring-brand my-1 block cursor-zoom-in overflow-hidden rounded-lg focus-visible:ring-2"
      >
        <img src={src} alt={labels.picture} width={WIDTH} height={height} className="max-h-64 object-cover" />
      </button>
      {isLarge && <LargePicture src={src} labels={labels} onClose={close} />}
    </>
  );
}

export interface LargePictureProps {
  readonly src: string;
  readonly labels: { readonly picture: string; readonly close: string };
  /** A CSS transform, such as a turn. */
  readonly transform?: string;
  readonly onClose: () => void;
}

export function LargePicture({ src, labels, transform, onClose }: LargePictureProps) {
  useEscape(onClose);
  return (
    <button
      type="button"
      aria-label={labels.close}
      // The only thing to do with it is to close it.
      autoFocus
      onClick={onClose}
      className="fixed inset-0 z-50 grid cursor-zoom-out place-items-center bg-black/80 p-6"
    >
      <img
        src={src}
        alt={labels.picture}
        style={{ transform }}
        className="max-h-full max-w-full object-contain"
      />
    </button>
  );
}
