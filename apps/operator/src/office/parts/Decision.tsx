/**
 * The column in which an operator decides: what it is about, why it waits, what the act does, who
 * has to agree, the reason, the code. Its buttons always stand at the bottom edge. Where the window
 * is low, what is read scrolls, and what is typed stays in view.
 */
import { Button, classNames } from '@glasshouse/ui';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsLost } from '../stream.ts';
import { useTexts } from '../texts.ts';

export interface DecisionAct {
  readonly label: string;
  /** 'danger' for an act that harms: outlined, and never the filled one. */
  readonly tone: 'brand' | 'plain' | 'danger';
  readonly onAct: () => void;
  readonly isBusy?: boolean;
  /** What is still missing, such as a reason: the button is grey, and says it. */
  readonly missing?: string | undefined;
  /** What the server says against it as it is typed: the button is grey, and says it in red. */
  readonly fault?: string | undefined;
}

export interface DecisionProps {
  /** The number of what is decided, for example 'W-88412'. */
  readonly title: ReactNode;
  /** Its state. */
  readonly tag?: ReactNode;
  /** At the right of the head: its place among the others. */
  readonly aside?: ReactNode;
  readonly onClose?: () => void;
  /** What it is about: the amount, the person, the facts. */
  readonly matter?: ReactNode;
  /** The rules that made it wait. */
  readonly why?: ReactNode;
  readonly effect?: ReactNode;
  readonly seats?: ReactNode;
  /** What the server has refused. */
  readonly refused?: ReactNode;
  readonly reason?: ReactNode;
  readonly code?: ReactNode;
  /** At most one is 'brand'. The last one is the widest. */
  readonly acts: readonly DecisionAct[];
}

export function Decision({ title, tag, aside, onClose, acts, ...parts }: DecisionProps) {
  const { t } = useTexts();
  const { matter, why, effect, seats, refused, reason, code } = parts;
  return (
    <section aria-label={t('decision')} className="bg-panel flex min-h-0 min-w-0 flex-col">
      <div className="num border-line flex h-10 shrink-0 items-center gap-2.5 border-b px-4">
        <h2 className="min-w-0 truncate text-[13px] font-semibold">{title}</h2>
        {tag}
        <span className="text-mut ml-auto flex shrink-0 items-center gap-1.5">
          {aside}
          {onClose !== undefined && (
            <button
              type="button"
              aria-label={t('closeDecision')}
              onClick={onClose}
              className="hover:bg-raised hover:text-fg -mr-1.5 grid size-7 place-items-center rounded-md"
            >
              <X aria-hidden size={15} strokeWidth={1.7} />
            </button>
          )}
        </span>
      </div>
      {/* The keyboard must be able to reach a region that scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        tabIndex={0}
        className="line-where-cut min-h-0 overflow-y-auto p-4 pb-0 focus-visible:-outline-offset-2"
      >
        <div className="flex flex-col gap-3 pb-1 in-data-lost:opacity-65">
          {matter}
          {why}
          {effect}
          {seats}
        </div>
      </div>
      <div className="flex shrink-0 flex-col gap-3 px-4 pt-2 empty:hidden">
        {refused}
        {reason}
        {code}
      </div>
      {acts.length > 0 && <Acts acts={acts} />}
    </section>
  );
}

function Acts({ acts }: { readonly acts: readonly DecisionAct[] }) {
  const { t } = useTexts();
  const isLost = useIsLost();
  const fault = isLost ? undefined : acts.find((act) => act.fault !== undefined)?.fault;
  const missing = isLost ? t('actsOff') : acts.find((act) => act.missing !== undefined)?.missing;
  return (
    <div className="mt-auto shrink-0 px-4 pt-1.5 pb-4">
      <p
        aria-live="polite"
        className={classNames(
          'mb-1.5 min-h-[18px] leading-[18px]',
          fault === undefined ? 'text-mut' : 'text-bad',
        )}
      >
        {fault ?? missing}
      </p>
      <div className="flex gap-2">
        {acts.map((act, at) => (
          <Button
            key={act.label}
            tone={act.tone}
            className={classNames(
              'h-10 disabled:border-transparent',
              at === acts.length - 1 && 'min-w-0 flex-1',
            )}
            disabled={isLost || act.missing !== undefined || act.fault !== undefined}
            busy={act.isBusy === true}
            title={act.fault ?? act.missing}
            onClick={act.onAct}
          >
            <span className="truncate">{act.label}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}

export interface SideBySideProps {
  readonly children: ReactNode;
  /** The decision column, or NothingOpen. */
  readonly side: ReactNode;
}

/** A table and its decision column: 386 wide, 352 below 1400. */
export function SideBySide({ children, side }: SideBySideProps) {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_386px] grid-rows-[minmax(0,1fr)] gap-[3px] max-[1400px]:grid-cols-[minmax(0,1fr)_352px]">
      <div className="bg-panel flex min-h-0 min-w-0 flex-col">{children}</div>
      {side}
    </div>
  );
}
