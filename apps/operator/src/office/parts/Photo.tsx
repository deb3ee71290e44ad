/**
 * A photo that a customer has sent. Showing it is a look, which the log has, so it is loaded once
 * for as long as it is shown. A click enlarges it; it can be turned.
 */
import { useQuery } from '@tanstack/react-query';
import { classNames } from '@glasshouse/ui';
import { RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { LargePicture } from '../../shared/Picture.tsx';
import { useTexts } from '../texts.ts';
import { Failed } from './states.tsx';

export interface PhotoProps {
  /** What it shows, for example 'Front'. */
  readonly name: string;
  /** Its place in what is kept of queries. */
  readonly queryKey: readonly (string | number)[];
  readonly load: () => Promise<{ readonly jpegBase64: string }>;
  /** The height of its frame, a class. */
  readonly height: string;
}

const TURNS = 4;
const QUARTER = 90;

export function Photo({ name, queryKey, load, height }: PhotoProps) {
  const { t } = useTexts();
  const [turns, setTurns] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const small = useRef<HTMLButtonElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['photo', ...queryKey],
    // Not even when everything else is loaded anew, as after an act.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    queryFn: load,
  });
  const src = data === undefined ? undefined : `data:image/jpeg;base64,${data.jpegBase64}`;
  const transform = `rotate(${turns * QUARTER}deg)`;
  return (
    <figure className="min-w-0">
      <figcaption className="text-mut mb-1 flex h-6 items-center gap-2">
        <span className="font-medium">{name}</span>
        <button
          type="button"
          aria-label={t('turnPhoto', { photo: name })}
          title={t('turnPhoto', { photo: name })}
          onClick={() => setTurns((turns + 1) % TURNS)}
          className="hover:bg-raised hover:text-fg ml-auto grid size-6 place-items-center rounded"
        >
          <RotateCw aria-hidden size={13} strokeWidth={1.7} />
        </button>
      </figcaption>
      <div className={classNames('border-line bg-raised/60 grid overflow-hidden rounded-md border', height)}>
        {error !== null && <Failed error={error} onRetry={refetch} />}
        {error === null && src === undefined && <span className="skeleton block" />}
        {src !== undefined && (
          <button
            ref={small}
            type="button"
            aria-label={t('enlargePhoto', { photo: name })}
            onClick={() => setLarge(true)}
            className="focus-visible:ring-brand grid min-h-0 cursor-zoom-in place-items-center focus-visible:ring-2 focus-visible:ring-inset"
          >
            <img
              src={src}
              alt={name}
              style={{ transform }}
              className="max-h-full max-w-full object-contain"
            />
          </button>
        )}
      </div>
      {isLarge && src !== undefined && (
        <LargePicture
          src={src}
          transform={transform}
          labels={{ picture: name, close: t('closePicture') }}
          onClose={() => {
            setLarge(false);
            small.current?.focus();
          }}
        />
      )}
    </figure>
  );
}
