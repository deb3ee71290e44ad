/** The head of a chat: its customer, and the actions on it. */
import { Button, Menu, MENU_ITEM_CLASS } from '@glasshouse/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CornerUpRight } from 'lucide-react';
import { chatNumber } from '@glasshouse/protocol/support/topics';
import { call } from './api.ts';
import { AskButton } from './AskButton.tsx';
import { nameOf } from './chat-name.ts';
import { useTexts } from './texts.ts';
import type { DeskChat } from './useDeskChat.ts';

export interface ChatHeadProps {
  readonly data: DeskChat;
  /** The name of the signed-in operator. */
  readonly own: string;
  /** Operators who take chats now. */
  readonly present: readonly string[];
}

function useChatActs(chat: number) {
  const queries = useQueryClient();
  const reload = () => {
    void queries.invalidateQueries({ queryKey: ['chat', chat] });
    void queries.invalidateQueries({ queryKey: ['inbox'] });
  };
  const take = useMutation({ mutationFn: () => call('desk/take', { chat }), onSettled: reload });
  const handOver = useMutation({
    mutationFn: (to: string) => call('desk/hand-over', { chat, to }),
    onSettled: reload,
  });
  const close = () => call('desk/close', { chat }).finally(reload);
  return { take, handOver, close, fault: take.error ?? handOver.error };
}

export function ChatHead({ data, own, present }: ChatHeadProps) {
  const { t } = useTexts();
  const { chat, page, operator, state } = data;
  const { take, handOver, close, fault } = useChatActs(chat);
  const others = present.filter((name) => name !== own && name !== operator);
  return (
    <header className="border-line flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 border-b px-5">
      <h2 className="text-[14px] font-semibold">{nameOf(t, data)}</h2>
      {/* What its user names it by. */}
      {data.userId !== 0 && <span className="text-mut num text-[12.5px]">{chatNumber(chat)}</span>}
      <span className="text-mut text-[12.5px]">{t('from', { page })}</span>
      {state !== 'closed' && (
        <span className="ml-auto flex gap-2">
          {operator !== own && (
            <Button size="sm" busy={take.isPending} onClick={() => take.mutate()}>
              {t('take')}
            </Button>
          )}
          {operator !== '' && <HandOver others={others} onChoose={(to) => handOver.mutate(to)} />}
          <AskButton
            size="sm"
            title={t('closeChat')}
            question={t('closeQuestion')}
            act={t('closeChat')}
            actTone="brand"
            onAct={close}
          >
            {t('close')}
          </AskButton>
        </span>
      )}
      {fault !== null && (
        <p role="alert" className="text-bad w-full pb-2 text-[12.5px]">
          {fault.message}
        </p>
      )}
    </header>
  );
}

interface HandOverProps {
  readonly others: readonly string[];
  /** `to` is the operator who takes over; '' returns the chat to the waiting ones. */
  readonly onChoose: (to: string) => void;
}

function HandOver({ others, onChoose }: HandOverProps) {
  const { t } = useTexts();
  return (
    <Menu
      label={t('handOver')}
      width={220}
      className="bg-raised hover:[filter:brightness(96%)] dark:hover:[filter:brightness(125%)] inline-flex h-8 items-center gap-1.5 rounded-md px-3 text-[12.5px] font-semibold"
      trigger={
        <>
          <CornerUpRight aria-hidden size={14} />
          {t('handOver')}
        </>
      }
    >
      {(hide) =>
        ['', ...others].map((to) => (
          <button
            key={to}
            type="button"
            role="menuitem"
            className={MENU_ITEM_CLASS}
            onClick={() => {
              hide();
              onChoose(to);
            }}
          >
            {to === '' ? t('backToLine') : to}
          </button>
        ))
      }
    </Menu>
  );
}
