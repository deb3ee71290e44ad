/** What an operator may see of a customer. Loads nothing before the button is pressed. */
import { Button, DateTime, formatTime, KeyValue, Num } from '@glasshouse/ui';
import { useMutation } from '@tanstack/react-query';
import { Eye, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DataOf, OperatorCallNamed } from '@glasshouse/protocol';
import { call } from './api.ts';
import { nameOf } from './chat-name.ts';
import { useLogged } from './frame/frame-context.ts';
import { Freeze } from './Freeze.tsx';
import { useDeskChat, type DeskChat } from './useDeskChat.ts';
import { useTexts, type TextKey } from './texts.ts';

type Person = DataOf<OperatorCallNamed<'desk/get-person'>>;

export function PersonView({ chat }: { readonly chat: number }) {
  const { t } = useTexts();
  const { data } = useDeskChat(chat);
  const person = usePerson(chat);
  const email = useEmail(chat);
  const isLooked = person.data !== undefined && data !== undefined;
  useLogged(isLooked ? t('lookLogged', { subject: nameOf(t, data) }) : undefined);
  return (
    <aside aria-label={t('who')} className="border-line flex min-h-0 flex-col border-l">
      <header className="border-line flex h-12 shrink-0 items-center border-b px-5">
        <h2 className="text-[13px] font-semibold">{t('who')}</h2>
        <span className="text-mut ml-auto inline-flex items-center gap-1.5 text-[12px]">
          <ShieldCheck aria-hidden size={13} />
          {t('logged')}
        </span>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {data !== undefined && <Parts data={data} person={person} email={email} />}
        <Fault error={person.error ?? email.error} />
      </div>
      <p className="text-mut border-line border-t p-5 text-[12px] leading-[18px]">{t('cannot')}</p>
    </aside>
  );
}

const usePerson = (chat: number) => useMutation({ mutationFn: () => call('desk/get-person', { chat }) });
const useEmail = (chat: number) => useMutation({ mutationFn: () => call('desk/get-email', { chat }) });

interface PartsProps {
  readonly data: DeskChat;
  readonly person: ReturnType<typeof usePerson>;
  readonly email: ReturnType<typeof useEmail>;
}

function Parts({ data, person, email }: PartsProps) {
  const { t } = useTexts();
  const isUser = data.userId !== 0;
  return (
    <>
      {!isUser && (
        <Part>
          <Words title={t('aVisitor')} text={t('aVisitorText')} />
        </Part>
      )}
      {isUser && person.data === undefined && (
        <Part>
          <p className="text-mut mb-3 text-[12.5px] leading-[18px]">{t('personText')}</p>
          <Button busy={person.isPending} onClick={() => person.mutate()}>
            {t('showPerson')}
          </Button>
        </Part>
      )}
      {person.data !== undefined && (
        <>
          <Facts person={person.data} />
          {!person.data.isFrozen && data.state !== 'closed' && (
            <Freeze chat={data.chat} onDone={() => person.mutate()} />
          )}
        </>
      )}
      {data.hasEmail && (
        <EmailPart
          email={email.data?.email ?? null}
          masked={person.data?.maskedEmail ?? '***'}
          onReveal={() => email.mutate()}
        />
      )}
      <Part>
        <dl>
          <KeyValue name={t('topic')} value={t(`topic_${data.topic}`)} />
        </dl>
      </Part>
      {person.data !== undefined && <Postings person={person.data} />}
    </>
  );
}

const Part = ({ children }: { readonly children: ReactNode }) => (
  <div className="border-line border-b p-5 text-[13px] leading-6">{children}</div>
);

const Words = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <>
    <b className="font-semibold">{title}</b>
    <p className="text-mut text-[12.5px] leading-[18px]">{text}</p>
  </>
);

function Fault({ error }: { readonly error: Error | null }) {
  return error === null ? null : (
    <p role="alert" className="text-bad p-5 text-[12.5px]">
      {error.message}
    </p>
  );
}

interface EmailPartProps {
  /** Null until the operator requests it. */
  readonly email: string | null;
  readonly masked: string;
  readonly onReveal: () => void;
}

function EmailPart({ email, masked, onReveal }: EmailPartProps) {
  const { t } = useTexts();
  return (
    <Part>
      <div className="flex items-center gap-2 text-[13px]">
        <span className="text-mut shrink-0">{t('email')}</span>
        <span className="ml-auto min-w-0 text-right font-medium wrap-anywhere">{email ?? masked}</span>
        {email === null && (
          <button
            type="button"
            aria-label={t('reveal')}
            title={t('reveal')}
            onClick={onReveal}
            className="text-mut hover:text-fg grid size-7 shrink-0 place-items-center"
          >
            <Eye aria-hidden size={15} />
          </button>
        )}
      </div>
    </Part>
  );
}

const KYC: readonly TextKey[] = ['kyc_0', 'kyc_1', 'kyc_2', 'kyc_3'];

function Facts({ person }: { readonly person: Person }) {
  const { t } = useTexts();
  const { kycState, sinceTime, hasGoogle, isFrozen, heldUntil } = person;
  return (
    <Part>
      <dl>
        <KeyValue name={t('identity')} value={t(KYC[kycState] ?? 'kyc_0')} />
        <KeyValue name={t('since')} value={<DateTime timeMs={sinceTime} kind="date" />} />
        <KeyValue name={t('second')} value={t(hasGoogle ? 'google' : 'none')} />
        <KeyValue name={t('frozen')} value={t(isFrozen ? 'isFrozen' : 'isOpen')} />
        <KeyValue
          name={t('hold')}
          value={heldUntil === null ? t('none') : t('until', { time: formatTime(heldUntil, 'short') })}
        />
      </dl>
    </Part>
  );
}

function Postings({ person: { postings } }: { readonly person: Person }) {
  const { t } = useTexts();
  return (
    <Part>
      <h3 className="mb-1 text-[13px] font-semibold">{t('last')}</h3>
      {postings.length === 0 && <p className="text-mut">{t('noPostings')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)_auto_auto]">
        {postings.map(({ time, reason, asset, amount }, i) => (
          <li
            key={`${time} ${i}`}
            className="col-span-3 grid grid-cols-subgrid items-baseline gap-x-2 py-1 leading-[18px]"
          >
            <span className="min-w-0">
              <span className="block truncate" title={reason}>
                {reason}
              </span>
              <DateTime timeMs={time} kind="short" className="text-mut block text-[11px] leading-4" />
            </span>
            <Num value={amount} decimals={8} decimalsMin={2} className="text-right font-medium" />
            <span>{asset}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
