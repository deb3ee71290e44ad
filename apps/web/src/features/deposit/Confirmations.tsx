/** Confirmations as a row of small blocks. */
import { useTranslation } from '#shared/i18n.ts';

export interface ConfirmationsProps {
  readonly count: number;
  readonly needed: number;
  /** The deposit is final: no reorganisation can remove it. */
  readonly isDone?: boolean;
  readonly isWide?: boolean;
}

export function Confirmations({ count, needed, isDone = false, isWide = false }: ConfirmationsProps) {
  const { t } = useTranslation();
  const reached = isDone ? 'bg-good' : 'bg-brand';
  return (
    <span
      role="img"
      aria-label={t('deposit.progress', { count, needed })}
      className={`flex gap-[3px] ${isWide ? 'w-full' : ''}`}
    >
      {Array.from({ length: needed }, (_, block) => (
        <i
          key={block}
          className={`h-2 rounded-[2px] ${isWide ? 'flex-1' : 'w-2'} ${block < count ? reached : 'bg-line2'}`}
        />
      ))}
    </span>
  );
}
