/** The field for an answer to the customer, or for a note to colleagues. */
import { Button, Segmented } from '@glasshouse/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { MESSAGE_LENGTH_MAX } from '@glasshouse/protocol/support/topics';
import { Attach } from '../shared/Attach.tsx';
import { uniqueKey } from '../shared/unique-key.ts';
import { call } from './api.ts';
import { Prepared } from './Prepared.tsx';
import { useTexts } from './texts.ts';
import type { DeskChat } from './useDeskChat.ts';

const TYPING_EVERY_MS = 3_000;
type Mode = 'reply' | 'note';

/** A draft for each mode, so that the text of a note is never sent as a reply. */
type Drafts = Readonly<Record<Mode, string>>;
const NO_DRAFTS: Drafts = { reply: '', note: '' };
/** Unsent drafts by operator and chat, kept while the operator looks at another chat. */
const kept = new Map<string, Drafts>();

function useDrafts(place: string) {
  const [drafts, setDrafts] = useState<Drafts>(() => kept.get(place) ?? NO_DRAFTS);
  const setDraft = (mode: Mode, next: (before: string) => string) =>
    setDrafts((before) => {
      const after = { ...before, [mode]: next(before[mode]) };
      kept.set(place, after);
      return after;
    });
  return { drafts, setDraft };
}

interface Sent {
  readonly mode: Mode;
  readonly text: string;
}

function useReply(chat: number, own: string) {
  const queries = useQueryClient();
  const [mode, setMode] = useState<Mode>('reply');
  const { drafts, setDraft } = useDrafts(`${own} ${chat}`);
  const text = drafts[mode];
  const typedMs = useRef(0);
  /** The idempotency key of the text being sent: a retry makes no second message. */
  const key = useRef('');
  const reload = () => queries.invalidateQueries({ queryKey: ['chat', chat] });
  const send = useMutation({
    mutationFn: async (sent: Sent) => {
      key.current ||= uniqueKey();
      const isNote = sent.mode === 'note';
      return call('desk/reply', { chat, text: sent.text.trim(), isNote, messageKey: key.current });
    },
    onSuccess: (_done, sent) => {
      key.current = '';
      // Keeps text that was typed while the message was in flight.
      setDraft(sent.mode, (now) => (now === sent.text ? '' : now));
      void reload();
    },
  });
  const attach = useMutation({
    mutationFn: (picture: Blob) => call('desk/reply-picture', { chat }, picture),
    onSettled: reload,
  });
  function change(value: string) {
    setDraft(mode, () => value);
    key.current = '';
    if (mode === 'note' || value === '' || Date.now() - typedMs.current < TYPING_EVERY_MS) return;
    typedMs.current = Date.now();
    void call('desk/type', { chat }).catch(() => undefined);
  }
  function submit() {
    if (text.trim() !== '' && !send.isPending) send.mutate({ mode, text });
  }
  return { mode, setMode, text, change, send, attach, submit };
}

export interface ReplyProps {
  readonly data: DeskChat;
  /** The name of the signed-in operator. */
  readonly own: string;
}

export function Reply({ data, own }: ReplyProps) {
  const { t } = useTexts();
  const { chat, language } = data;
  const { mode, setMode, text, change, send, attach, submit } = useReply(chat, own);
  const fault = send.error ?? attach.error;
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  }
  return (
    <div className="border-line shrink-0 border-t p-4">
      <div className="mb-2.5 flex items-center gap-3">
        <Segmented
          label={t('message')}
          value={mode}
          onValue={setMode}
          items={[
            { id: 'reply', label: t('reply') },
            { id: 'note', label: t('note') },
          ]}
        />
        <span className="text-mut ml-auto text-[12px]">
          <WhereItGoes data={data} isNote={mode === 'note'} />
        </span>
      </div>
      <textarea
        aria-label={t(mode)}
        placeholder={t(mode === 'reply' ? 'replyPlaceholder' : 'notePlaceholder')}
        rows={3}
        maxLength={MESSAGE_LENGTH_MAX}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
        className={`focus:border-brand placeholder:text-dim block w-full resize-none rounded-lg border border-transparent px-3.5 py-2.5 text-[14px] leading-5 outline-none focus:halo ${mode === 'note' ? 'bg-warn-soft' : 'bg-raised'}`}
      />
      {fault !== null && (
        <p role="alert" className="text-bad mt-2 text-[12.5px]">
          {fault.message}
        </p>
      )}
      <div className="mt-2.5 flex items-center gap-1">
        {mode === 'reply' && (
          <Attach
            label={t('attach')}
            isBusy={attach.isPending}
            onChosen={(chosen) => attach.mutate(chosen)}
          />
        )}
        <Prepared
          language={language}
          onChoose={(chosen) => change(text === '' ? chosen : `${text}\n${chosen}`)}
        />
        <kbd className="text-mut ml-auto text-[11px]">{t('sendKeys')}</kbd>
        <Button
          tone="brand"
          className="ml-3"
          disabled={text.trim() === ''}
          busy={send.isPending}
          onClick={submit}
        >
          {t('send')}
        </Button>
      </div>
    </div>
  );
}

/** Says whether the answer goes by mail, or else which language the customer reads. */
function WhereItGoes({ data, isNote }: { readonly data: DeskChat; readonly isNote: boolean }) {
  const { t } = useTexts();
  const { language, hasEmail, isVisitorHere, state } = data;
  if (isNote || (isVisitorHere && state !== 'mail')) return t('reads', { language: t(language) });
  if (state === 'mail') return t('byMailNote');
  return t(hasEmail ? 'awayNote' : 'noMailNote');
}
