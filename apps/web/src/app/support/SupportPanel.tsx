/**
 * The panel of customer service: a frame at the address that the parameter names. Our own chat runs
 * in it without an origin, and speaks with the site over a port.
 */
import { Button, buttonClass } from '@glasshouse/ui';
import { CloudOff, MessageSquare, X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { call, CallError } from '#data/api.ts';
import { useParameter } from '#data/parameters.ts';
import { useSession } from '#data/session.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { openSupport, type SupportPort } from './support-bridge.ts';

/** Where our own chat is. */
const OWN_CHAT = '/chat/';
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
/**
 * The sandbox of another provider's chat, which has its own origin. It must not replace the page
 * around it.
 */
const PROVIDER_SANDBOX = `${SANDBOX} allow-same-origin`;
/** A frame that says nothing for this long has not loaded. */
const READY_MS_MAX = 12_000;

export interface SupportPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onUnread: (count: number) => void;
}

export function SupportPanel({ isOpen, onClose, onUnread }: SupportPanelProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const userId = useSession()?.userId ?? '';
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const address = useQuery({
    queryKey: ['parameter', 'customer_service_url', attempt],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) =>
      (await call('parameters/get-param', { paramName: 'customer_service_url' }, { signal, quiet: true }))
        .valueName,
  });
  const isDown = hasFailed || address.isError || address.data === '';
  useFocusWhile(isOpen, panel);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t('shell.service')}
      hidden={!isOpen}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="bg-panel border-line2 shadow-pop fixed right-9 bottom-6 z-40 flex h-[760px] max-h-[calc(100dvh-48px)] w-[380px] flex-col overflow-hidden rounded-xl border outline-none [&[hidden]]:hidden"
    >
      <header className="border-line flex h-11 shrink-0 items-center gap-2.5 border-b px-4">
        <MessageSquare aria-hidden size={15} className="text-mut" />
        <h2 className="text-[13px] font-semibold">{t('shell.service')}</h2>
        <button
          type="button"
          aria-label={t('common.close')}
          onClick={onClose}
          className="text-mut hover:bg-raised hover:text-fg ml-auto grid size-7 place-items-center rounded-md"
        >
          <X aria-hidden size={16} />
        </button>
      </header>
      {isDown ? (
        <Unavailable
          told={refusalIn(address.error)}
          onRetry={() => {
            setFailed(false);
            setAttempt(attempt + 1);
          }}
        />
      ) : (
        address.data !== undefined && (
          <Frame
            key={`${userId} ${attempt}`}
            address={address.data}
            isOpen={isOpen}
            onUnread={onUnread}
            onClose={onClose}
            onFailed={() => setFailed(true)}
            onVisit={(path, topic) => {
              onClose();
              void navigate({ to: path as '/main', search: { topic } as never });
            }}
          />
        )
      )}
    </section>
  );
}

/** The panel has the focus when it opens; what had it before gets it back. */
function useFocusWhile(isOpen: boolean, panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    panel.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [isOpen, panel]);
}

interface FrameProps {
  readonly address: string;
  readonly isOpen: boolean;
  readonly onUnread: (count: number) => void;
  readonly onClose: () => void;
  readonly onFailed: () => void;
  readonly onVisit: (path: string, topic: string | undefined) => void;
}

function Frame({ address, isOpen, ...handlers }: FrameProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<SupportPort | null>(null);
  const isOwn = address === OWN_CHAT;
  useEffect(() => {
    if (!isOwn || frame.current === null) return undefined;
    const opened = openSupport(frame.current, handlers);
    port.current = opened;
    const timer = setTimeout(() => !opened.isAnswering() && handlers.onFailed(), READY_MS_MAX);
    return () => {
      clearTimeout(timer);
      opened.close();
      handlers.onUnread(0);
    };
    // The frame lives as long as its key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOwn]);
  useEffect(() => {
    port.current?.show(isOpen);
  }, [isOpen]);
  return (
    <iframe
      ref={frame}
      title={t('shell.service')}
      src={address}
      sandbox={isOwn ? SANDBOX : PROVIDER_SANDBOX}
      className="min-h-0 w-full flex-1 border-0"
    />
  );
}

/** What the server said where it refused the address of the chat (R8.9). */
function refusalIn(error: Error | null): string | undefined {
  return error instanceof CallError && error.kind === 'refused' ? error.message : undefined;
}

interface UnavailableProps {
  readonly told: string | undefined;
  readonly onRetry: () => void;
}
function Unavailable({ told, onRetry }: UnavailableProps) {
  const { t } = useTranslation();
  const email = useParameter('customer_service_email');
  return (
    <div
      role="alert"
      className="grid flex-1 place-content-center justify-items-center gap-2 px-8 text-center"
    >
      <CloudOff aria-hidden size={24} className="text-warn" />
      <p className="text-[15px] font-semibold">{t('support.later')}</p>
      <p className="text-mut mb-2 text-[13px]">{told || t('support.notLoaded')}</p>
      <div className="flex gap-2">
        <Button tone="brand" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
        <PageLink to="/about/connect" className={buttonClass('line')}>
          {t('about.connect.title')}
        </PageLink>
      </div>
      {email !== undefined && (
        <a href={`mailto:${email}`} className="text-brand-ink mt-3 text-[13px]">
          {email}
        </a>
      )}
    </div>
  );
}
