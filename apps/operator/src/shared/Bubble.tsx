/** One message of a chat: the reader's own at the right, the other person's at the left. */
import { DateTime } from '@glasshouse/ui';
import { Check, CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';

export interface BubbleProps {
  readonly side: 'mine' | 'theirs';
  readonly text: string;
  readonly timeMs: number;
  /** The read mark of the reader's own messages; `label` is its name, such as 'Read' or 'Sent'. */
  readonly mark?: { readonly isRead: boolean; readonly label: string };
  readonly children?: ReactNode;
}

export function Bubble({ side, text, timeMs, mark, children }: BubbleProps) {
  const isMine = side === 'mine';
  return (
    <li className={`flex max-w-[284px] flex-col ${isMine ? 'items-end self-end' : 'items-start self-start'}`}>
      <div
        className={`max-w-full min-w-0 rounded-xl px-3.5 py-2 text-[13px] leading-5 ${isMine ? 'bg-brand-soft rounded-br-sm' : 'bg-raised rounded-bl-sm'}`}
      >
        {text !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
        {children}
      </div>
      <span className="text-mut mt-1 inline-flex items-center gap-1 px-1 text-[11px]">
        <DateTime timeMs={timeMs} kind="minute" />
        {mark !== undefined &&
          (mark.isRead ? (
            <CheckCheck size={13} className="text-brand-ink" aria-label={mark.label} role="img" />
          ) : (
            <Check size={13} aria-label={mark.label} role="img" />
          ))}
      </span>
    </li>
  );
}

export function Typing({ label }: { readonly label: string }) {
  return (
    <li className="text-mut flex items-center gap-2 self-start text-[12px]">
      <span aria-hidden className="typing bg-raised flex h-7 items-center gap-1 rounded-xl px-3.5">
        <i className="bg-mut size-1.5 rounded-full" />
        <i className="bg-mut size-1.5 rounded-full" />
        <i className="bg-mut size-1.5 rounded-full" />
      </span>
      {label}
    </li>
  );
}

/** A line between messages for an event of the chat, such as its end. */
export function EventLine({ text }: { readonly text: string }) {
  return (
    <li className="text-mut flex items-center gap-3 self-stretch text-[12px]">
      <i aria-hidden className="bg-line h-px flex-1" />
      {text}
      <i aria-hidden className="bg-line h-px flex-1" />
    </li>
  );
}
