/** The chat: a question first, then the conversation. */
import { useCallback, useEffect, useState } from 'react';
import type { SupportDesk } from '@glasshouse/protocol/support';
import { useEscape } from '../shared/escape.ts';
import type { Language } from '../shared/texts.ts';
import type { Bridge } from './bridge.ts';
import { Conversation } from './Conversation.tsx';
import { Failed } from './Failed.tsx';
import { QuestionForm } from './QuestionForm.tsx';
import { SentPage } from './SentPage.tsx';
import { show } from './look.ts';
import { textsIn, type T } from './texts.ts';

type Page =
  | { readonly name: 'loading' }
  | { readonly name: 'failed' }
  | { readonly name: 'form'; readonly desk: SupportDesk }
  | { readonly name: 'sent'; readonly chat: string; readonly number: number; readonly email: string }
  | { readonly name: 'chat'; readonly chat: string };

export function ChatApp({ bridge }: { readonly bridge: Bridge }) {
  const [language, setLanguage] = useState<Language>(bridge.start.language);
  const [page, setPage] = useState<Page>(() => firstPage(bridge));
  useEffect(
    () =>
      bridge.listen((reply) => {
        if (reply.type !== 'look') return;
        show(reply);
        setLanguage(reply.language);
      }),
    [bridge],
  );
  // Reports to the site which chat is shown, so that the site listens for its changes. A question by
  // mail counts too, because its answer leads back to the chat.
  const chat = page.name === 'chat' || page.name === 'sent' ? page.chat : '';
  useEffect(() => {
    bridge.send({ type: 'chat', chat });
  }, [bridge, chat]);
  useEscape(() => bridge.send({ type: 'close' }));
  return <PageView t={textsIn(language)} bridge={bridge} page={page} setPage={setPage} />;
}

/** The first page: the last chat of this browser, or the loading page if there is none. */
function firstPage({ start: { chat } }: Bridge): Page {
  return chat === '' ? { name: 'loading' } : { name: 'chat', chat };
}

interface PageViewProps {
  readonly t: T;
  readonly bridge: Bridge;
  readonly page: Page;
  readonly setPage: (page: Page) => void;
}

function PageView({ t, bridge, page, setPage }: PageViewProps) {
  const restart = useCallback(() => setPage({ name: 'loading' }), [setPage]);
  switch (page.name) {
    case 'loading':
      return <Loading bridge={bridge} setPage={setPage} />;
    case 'failed':
      return <Failed t={t} onRetry={restart} />;
    case 'form':
      return (
        <QuestionForm
          t={t}
          bridge={bridge}
          desk={page.desk}
          onBegun={({ state, number, chat }, email) =>
            setPage(state === 'mail' ? { name: 'sent', chat, number, email } : { name: 'chat', chat })
          }
        />
      );
    case 'sent':
      return <SentPage t={t} {...page} onAnother={restart} />;
    case 'chat':
      return <Conversation key={page.chat} t={t} bridge={bridge} chat={page.chat} onGone={restart} />;
  }
}

/** Asks the server whether an operator is present, and which chat the user has open. */
function Loading({ bridge, setPage }: Pick<PageViewProps, 'bridge' | 'setPage'>) {
  useEffect(() => {
    bridge.call('support/get-desk', {}).then(
      (desk) => {
        const { chat } = desk;
        setPage(chat === '' ? { name: 'form', desk } : { name: 'chat', chat });
      },
      () => setPage({ name: 'failed' }),
    );
  }, [bridge, setPage]);
  return (
    <div className="p-5">
      <span className="skeleton block h-6 w-40" />
    </div>
  );
}
