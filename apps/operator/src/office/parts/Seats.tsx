/** Who has to agree: one box for each person, in order. The same person takes one seat only. */
import { classNames } from '@glasshouse/ui';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts.ts';
import { Caption } from './Caption.tsx';

export type Seat =
  | {
      readonly kind: 'agreed';
      /** The operator's name. */
      readonly name: string;
      readonly isYou?: boolean;
      readonly role?: string;
      /** When, as it is shown. */
      readonly time: ReactNode;
      /** The operator's words. */
      readonly words?: string;
    }
  /** The reader may take it. */
  | { readonly kind: 'yours'; readonly name: string; readonly text?: string }
  /** Somebody else has to take it. */
  | { readonly kind: 'others'; readonly role: string; readonly text?: string }
  /** The reader tried to take it, and the server refused. */
  | { readonly kind: 'refused'; readonly name: string; readonly text: string };

export interface SeatsProps {
  readonly seats: readonly Seat[];
  /** At the right of the heading, for example 'two different people'. */
  readonly rule?: string;
  /** Where space is short. */
  readonly isSideBySide?: boolean;
}

const BOXES: Readonly<Record<Seat['kind'], string>> = {
  agreed: 'border-line bg-raised/60',
  yours: 'border-dashed border-brand/70',
  others: 'border-dashed border-line2',
  refused: 'border-bad/60 bg-bad/8',
};
const DISCS: Readonly<Record<Seat['kind'], string>> = {
  agreed: 'bg-brand-soft text-brand-ink',
  yours: 'bg-raised text-mut',
  others: 'bg-raised text-mut',
  refused: 'bg-bad/15 text-bad',
};

export function Seats({ seats, rule, isSideBySide = false }: SeatsProps) {
  const { t } = useTexts();
  return (
    <div>
      <Caption right={rule}>{t('whoAgrees')}</Caption>
      <ol className={classNames('grid gap-1.5', isSideBySide ? 'grid-cols-2' : 'grid-cols-[minmax(0,1fr)]')}>
        {seats.map((seat, at) => (
          <li
            key={at}
            className={classNames(
              'flex min-h-[42px] items-center gap-2.5 rounded-md border px-3 py-1.5 leading-[17px]',
              BOXES[seat.kind],
            )}
          >
            <span
              aria-hidden
              className={classNames(
                'num grid size-[22px] shrink-0 place-items-center rounded-full text-[11px] font-semibold',
                DISCS[seat.kind],
              )}
            >
              {seat.kind === 'agreed' && <Check size={13} strokeWidth={3} />}
              {seat.kind === 'refused' && <X size={13} strokeWidth={2.6} />}
              {(seat.kind === 'yours' || seat.kind === 'others') && at + 1}
            </span>
            <Words seat={seat} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Words({ seat }: { readonly seat: Seat }) {
  const { t } = useTexts();
  const isYou =
    seat.kind === 'yours' || seat.kind === 'refused' || (seat.kind === 'agreed' && seat.isYou === true);
  const who = seat.kind === 'others' ? seat.role : isYou ? t('youNamed', { name: seat.name }) : seat.name;
  const below = seat.kind === 'agreed' ? seat.words : seat.text;
  return (
    <span className="min-w-0 flex-1">
      <span className="num flex items-baseline gap-2">
        <b className="max-w-full shrink-0 truncate font-semibold">{who}</b>
        {seat.kind === 'agreed' && (
          <>
            <span className="text-mut min-w-0 truncate">{seat.role}</span>
            <span className="text-mut ml-auto shrink-0">{seat.time}</span>
          </>
        )}
      </span>
      {below !== undefined && (
        <span className={classNames('block break-words', seat.kind === 'refused' ? 'text-bad' : 'text-mut')}>
          {seat.kind === 'agreed' ? t('quoted', { words: below }) : below}
        </span>
      )}
    </span>
  );
}
