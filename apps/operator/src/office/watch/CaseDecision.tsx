/** The decision on one case: what the rule measured, what was noted, and the acts. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { WatchCase } from '@glasshouse/protocol/watch/office';
import { Code, formatTime } from '@glasshouse/ui';
import { useState } from 'react';
import { useAct } from '../acts/useAct.ts';
import { useLogged } from '../frame/frame-context.ts';
import { Caption } from '../parts/Caption.tsx';
import { Decision } from '../parts/Decision.tsx';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Refused } from '../parts/states.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { CloseCase } from './CloseCase.tsx';
import { useFigureTexts, usdtText, WATCH_STATE_TEXTS } from './words.ts';

export interface CaseDecisionProps {
  readonly shown: WatchCase;
  /** Its place in the list: '1 / 6'. */
  readonly place: string | undefined;
  readonly onClose: () => void;
}

export function CaseDecision({ shown, place, onClose }: CaseDecisionProps) {
  const { t } = useTexts();
  const role = useSelf().data?.role;
  const [isClosing, setClosing] = useState(false);
  const [note, setNote] = useState('');
  const { id, state, rule, value } = shown;
  useLogged(t('lookLogged', { subject: t('subject_watch', { id: String(id) }) }));
  const mayAct = role !== undefined && isPermitted(role, 'watch/act');
  const { plan, doing } = useAct(mayAct ? { name: 'watch/note', fields: { id } } : null, () => setNote(''));
  const missing = plan.error?.message ?? (isReason(note) ? undefined : t('reasonMissing'));
  const add = {
    label: t('watch_note'),
    tone: 'brand' as const,
    isBusy: doing.isPending,
    missing,
    onAct: () => doing.mutate(note.trim()),
  };
  const close = { label: t('watch_close'), tone: 'plain' as const, onAct: () => setClosing(true) };
  return (
    <>
      <Decision
        title={
          <>
            <Code>M-{id}</Code> {t(`watch_rule_${rule}`)}
          </>
        }
        tag={<StateTag state={state} states={WATCH_STATE_TEXTS} />}
        aside={place}
        onClose={onClose}
        matter={
          <p className="num flex items-baseline gap-2">
            <b className="text-[26px] leading-8 font-semibold tracking-[-0.02em]">{usdtText(value)}</b>
            <Code className="text-mut">USDT</Code>
          </p>
        }
        why={<Measured shown={shown} />}
        effect={<Notes shown={shown} />}
        refused={doing.error !== null && <Refused title={doing.error.message}>{t('nothingChanged')}</Refused>}
        reason={
          mayAct && (
            <Reason
              value={note}
              onChange={setNote}
              label={t('watch_noteLabel')}
              hint={t('internalNoteHint')}
            />
          )
        }
        acts={mayAct ? (state === 'open' ? [close, add] : [add]) : []}
      />
      {isClosing && <CloseCase id={id} onClose={() => setClosing(false)} />}
    </>
  );
}

const LINE =
  'border-line/70 grid min-h-[27px] grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 border-t px-3 first:border-t-0';

function Measured({ shown: { figures } }: { readonly shown: WatchCase }) {
  const { t } = useTexts();
  const figureTexts = useFigureTexts();
  return (
    <section>
      <Caption>{t('watch_measured')}</Caption>
      <ul className="num border-line rounded-md border">
        {figures.map((each) => {
          const { is, threshold } = figureTexts(each);
          return (
            <li key={each.figure} className={LINE}>
              <span>{t(`watch_figure_${each.figure}`)}</span>
              <span className="text-mut text-right">{threshold}</span>
              <span className="text-warn text-right font-medium">{is}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Notes({ shown: { notes } }: { readonly shown: WatchCase }) {
  const { t } = useTexts();
  const headOf = ({ kind, conclusion }: WatchCase['notes'][number]): string | null => {
    if (kind === 'reopen') return t('watch_reopened');
    return kind === 'close' && conclusion !== null
      ? t('watch_closedBy', { conclusion: t(`watch_conclusion_${conclusion}`) })
      : null;
  };
  return (
    <section>
      <Caption right={t('watch_notesHint')}>{t('watch_notes')}</Caption>
      {notes.length === 0 && <p className="text-mut">{t('watch_noNotes')}</p>}
      <ul className="num">
        {notes.map((each) => {
          const head = headOf(each);
          return (
            <li key={`${each.time} ${each.kind} ${each.words}`} className="border-line/70 border-t py-1.5">
              <p className="text-mut flex gap-2">
                {each.kind !== 'reopen' && <span>{each.operator}</span>}
                <span className="ml-auto">{formatTime(each.time, 'recent')}</span>
              </p>
              {head !== null && <p className="font-medium">{head}</p>}
              <p className="break-words whitespace-pre-wrap">{each.words}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
