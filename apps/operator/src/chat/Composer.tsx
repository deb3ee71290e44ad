/** The field for the next message, with a button that attaches a picture. */
import { ArrowUp } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { PHOTO_BYTES_MAX } from '@glasshouse/protocol/support/topics';
import { Attach } from '../shared/Attach.tsx';
import { MessageArea } from './MessageArea.tsx';
import type { T } from './texts.ts';

export interface ComposerProps {
  readonly t: T;
  readonly onSend: (text: string, file?: Blob) => void;
  /** Called while the user types, at most once in a few seconds. */
  readonly onType: () => void;
}

const TYPING_EVERY_MS = 3_000;

export function Composer({ t, onSend, onType }: ComposerProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const typedMs = useRef(0);
  function change(value: string) {
    setText(value);
    if (value === '' || Date.now() - typedMs.current < TYPING_EVERY_MS) return;
    typedMs.current = Date.now();
    onType();
  }
  function submit() {
    if (text.trim() === '') return;
    onSend(text.trim());
    setText('');
  }
  /**
   * Enter sends, Shift with Enter begins a new line. Ignores keys while an input method composes a
   * word.
   */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }
  function attach(chosen: File) {
    const isLarge = chosen.size > PHOTO_BYTES_MAX;
    setFault(isLarge ? t('pictureLarge') : '');
    if (!isLarge) onSend('', chosen);
  }
  return (
    <div className="border-line shrink-0 border-t p-3">
      {fault !== '' && (
        <p role="alert" className="text-bad mb-2 px-1 text-[12px]">
          {fault}
        </p>
      )}
      <div className="bg-raised flex items-end gap-1 rounded-lg p-1.5">
        <Attach label={t('attach')} onChosen={attach} />
        <MessageArea
          aria-label={t('write')}
          placeholder={t('write')}
          rows={1}
          value={text}
          onChange={change}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-28 min-h-9 bg-transparent! px-1! py-2! focus:ring-0!"
        />
        <button
          type="button"
          aria-label={t('send')}
          disabled={text.trim() === ''}
          onClick={submit}
          className="bg-brand text-on-brand disabled:bg-line disabled:text-dim grid size-9 shrink-0 place-items-center rounded-md"
        >
          <ArrowUp size={17} aria-hidden />
        </button>
      </div>
    </div>
  );
}
