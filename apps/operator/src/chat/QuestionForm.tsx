/** The form for a visitor's first question. If no operator is present, the answer comes by mail. */
import { Button, Field, formatTime, Note, SelectInput, TextInput } from '@glasshouse/ui';
import { BookOpen, Shield, Snowflake } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import type { TopicName } from '@glasshouse/protocol/help/articles';
import { MESSAGE_LENGTH_MAX, SUPPORT_TOPICS, type SupportTopic } from '@glasshouse/protocol/support/topics';
import type { SupportDesk } from '@glasshouse/protocol/support';
import { uniqueKey } from '../shared/unique-key.ts';
import { Refused, type Bridge } from './bridge.ts';
import { MessageArea } from './MessageArea.tsx';
import { topicOfPage } from './page-topic.ts';
import { refusalText } from './refusal.ts';
import type { T } from './texts.ts';

type Begun = DataOf<CallNamed<'support/open-chat'>>;

export interface QuestionFormProps {
  readonly t: T;
  readonly bridge: Bridge;
  readonly desk: SupportDesk;
  readonly onBegun: (begun: Begun, email: string) => void;
}

type Faults = Readonly<Partial<Record<'text' | 'email' | 'all', string>>>;

/** While the form is shown, asks this often whether an operator is present. */
const DESK_EVERY_MS = 20_000;

function useDesk(bridge: Bridge, first: SupportDesk) {
  const [desk, setDesk] = useState(first);
  const ask = useCallback(
    () => void bridge.call('support/get-desk', {}).then(setDesk, () => undefined),
    [bridge],
  );
  useEffect(() => {
    const timer = setInterval(ask, DESK_EVERY_MS);
    return () => clearInterval(timer);
  }, [ask]);
  return { desk, ask };
}

/** The topic that its reader chose; until then the one of the page on which the panel is opened. */
function useTopic(bridge: Bridge) {
  const [page, setPage] = useState(bridge.start.page);
  const [chosen, setChosen] = useState<SupportTopic>();
  useEffect(
    () =>
      bridge.listen((reply) => {
        if (reply.type === 'shown' && reply.isShown) setPage(reply.page);
      }),
    [bridge],
  );
  return [chosen ?? topicOfPage(page), setChosen] as const;
}

type QuestionOptions = Omit<QuestionFormProps, 'desk'> & { readonly onRefused: () => void };
/** The state of the form, and the call that sends it. */
function useQuestion({ t, bridge, onBegun, onRefused }: QuestionOptions) {
  const [topic, setTopic] = useTopic(bridge);
  const [text, setText] = useState('');
  const [email, setEmail] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setBusy] = useState(false);
  const keyOf = useQuestionKey();
  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (text.trim() === '') {
      setFaults({ text: t('missing') });
      return;
    }
    setBusy(true);
    setFaults({});
    const { page } = bridge.start;
    try {
      const question = { topic, text, email, page };
      onBegun(await bridge.call('support/open-chat', { ...question, messageKey: keyOf(question) }), email);
    } catch (error) {
      const words = refusalText(t, error, { text: 'question', email: 'email', topic: 'topic' });
      const field = error instanceof Refused ? error.field : undefined;
      setFaults(field === 'text' || field === 'email' ? { [field]: words } : { all: words });
      onRefused();
    }
    setBusy(false);
  }
  return { topic, setTopic, text, setText, email, setEmail, faults, isBusy, submit };
}
type Question = ReturnType<typeof useQuestion>;

/**
 * An idempotency key: it stays the same while the question does, so that a retry creates no second
 * chat.
 */
function useQuestionKey(): (question: object) => string {
  const last = useRef({ said: '', key: '' });
  return (question) => {
    const said = JSON.stringify(question);
    if (last.current.said !== said) last.current = { said, key: uniqueKey() };
    return last.current.key;
  };
}

export function QuestionForm(props: QuestionFormProps) {
  const { t, bridge } = props;
  const { isSignedIn } = bridge.start;
  const { desk, ask } = useDesk(bridge, props.desk);
  const question = useQuestion({ ...props, onRefused: ask });
  const { isOpen, opensTime } = desk;
  const form = useRef<HTMLFormElement>(null);
  const { faults } = question;
  useEffect(() => {
    if (faults.text !== undefined || faults.email !== undefined)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  const away = opensTime === null ? t('awayText') : t('awayUntil', { time: formatTime(opensTime) });
  return (
    <form
      ref={form}
      onSubmit={(event) => void question.submit(event)}
      noValidate
      className="flex min-h-dvh flex-col p-5"
    >
      <h1 className="text-[15px] font-semibold">{t(isOpen ? 'about' : 'awayTitle')}</h1>
      <p className="text-mut mt-1 mb-4 text-[12.5px] leading-[18px]">{isOpen ? t('inOrder') : away}</p>
      <div className="flex flex-col gap-3.5">
        <QuestionFields t={t} bridge={bridge} question={question} hasEmail={!isSignedIn} isOpen={isOpen} />
        {!isOpen && isSignedIn && <Freeze t={t} bridge={bridge} />}
      </div>
      <div className="mt-auto flex flex-col gap-3 pt-5">
        {faults.all !== undefined && (
          <div role="alert">
            <Note tone="bad">{faults.all}</Note>
          </div>
        )}
        <p className="text-mut text-[12px] leading-[18px]">{t(isSignedIn ? 'sentAlongUser' : 'sentAlong')}</p>
        <Button
          type="submit"
          tone="brand"
          size="lg"
          busy={question.isBusy}
          className="h-11 w-full text-[13px]"
        >
          {t(isOpen ? 'start' : 'sendByMail')}
        </Button>
        <p className="text-mut flex items-center justify-center gap-1.5 text-[12px]">
          <Shield size={13} aria-hidden />
          {t('never')}
        </p>
      </div>
    </form>
  );
}

interface QuestionFieldsProps {
  readonly t: T;
  readonly bridge: Bridge;
  readonly question: Question;
  readonly hasEmail: boolean;
  readonly isOpen: boolean;
}

function QuestionFields({ t, bridge, question, hasEmail, isOpen }: QuestionFieldsProps) {
  const { topic, setTopic, text, setText, email, setEmail, faults } = question;
  return (
    <>
      <Field label={t('topic')} hint={<HelpLink t={t} bridge={bridge} topic={topic} />}>
        {(ids) => (
          <SelectInput
            {...ids}
            value={topic}
            onChange={({ target }) => setTopic(target.value as SupportTopic)}
          >
            {SUPPORT_TOPICS.map((each) => (
              <option key={each} value={each}>
                {t(`topic_${each}`)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field
        label={t('question')}
        fact={<span className="text-[11px]">{`${text.length} / ${MESSAGE_LENGTH_MAX}`}</span>}
        hint={t('questionHint')}
        error={faults.text}
      >
        {(ids) => <MessageArea {...ids} value={text} onChange={setText} rows={4} />}
      </Field>
      {hasEmail && (
        <Field
          label={t('email')}
          fact={isOpen ? <span className="text-[12px]">{t('emailFact')}</span> : undefined}
          error={faults.email}
        >
          {(ids) => (
            <TextInput
              {...ids}
              type="email"
              autoComplete="email"
              placeholder={t('emailPlaceholder')}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The help center's topic for each support topic. */
const HELP_TOPICS: Readonly<Record<SupportTopic, TopicName | undefined>> = {
  account: 'first-steps',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  trade: 'trade',
  contract: 'seconds',
  products: 'finance',
  security: 'security',
  other: undefined,
};

interface HelpLinkProps {
  readonly t: T;
  readonly bridge: Bridge;
  readonly topic: SupportTopic;
}

function HelpLink({ t, bridge, topic }: HelpLinkProps) {
  const help = HELP_TOPICS[topic];
  const of = help === undefined ? {} : { topic: help };
  return (
    <button
      type="button"
      onClick={() => bridge.send({ type: 'visit', path: '/about/connect', ...of })}
      className="text-brand-ink inline-flex items-center gap-1 font-medium hover:underline"
    >
      <BookOpen size={13} aria-hidden />
      {t('readFirst')}
    </button>
  );
}

/** Leads to the security center, where a user can freeze the account without an operator. */
function Freeze({ t, bridge }: { readonly t: T; readonly bridge: Bridge }) {
  return (
    <button
      type="button"
      onClick={() => bridge.send({ type: 'visit', path: '/setting/safty' })}
      className="border-bad/40 hover:bg-bad/10 flex gap-2.5 rounded-lg border px-3.5 py-2.5 text-left text-[12.5px] leading-[18px]"
    >
      <Snowflake size={16} aria-hidden className="text-bad mt-px shrink-0" />
      <span>
        <b className="text-bad block font-semibold">{t('freezeTitle')}</b>
        {t('freezeText')}
      </span>
    </button>
  );
}
