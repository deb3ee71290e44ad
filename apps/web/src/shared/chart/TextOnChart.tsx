/**
 * The input field for a text on the chart, at its position. Enter and leaving it save, Escape
 * cancels.
 */
import { useRef, useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { TEXT_MAX, type Typing } from './drawings.ts';

export function TextOnChart({ typing }: { readonly typing: Typing }) {
  const { t } = useTranslation();
  const [text, setText] = useState(typing.text);
  const done = useRef(false);
  function finish(kept: string) {
    // Removing the field makes it lose its focus.
    if (done.current) return;
    done.current = true;
    typing.finish(kept);
  }
  return (
    <input
      autoFocus
      aria-label={t('chart.tools.note')}
      placeholder={t('chart.typeText')}
      maxLength={TEXT_MAX}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(text);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        finish(typing.text);
      }}
      style={{ left: typing.x, top: typing.y }}
      className="border-brand bg-panel absolute z-10 h-7 w-48 -translate-y-1/2 rounded border px-2 text-xs shadow-pop outline-none focus-visible:outline-none"
    />
  );
}
