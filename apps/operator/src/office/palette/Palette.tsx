/** The command palette: acts of the page, what a search finds, and the pages of the operator. */
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { OperatorRole } from '@glasshouse/protocol/operator-roles';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { KeyHint } from '../parts/KeyHint.tsx';
import { useTexts } from '../texts.ts';
import { PaletteOption, type Entry } from './PaletteOption.tsx';
import { useEntries, type Section } from './useEntries.ts';

export interface PaletteProps {
  readonly role: OperatorRole;
  readonly onClose: () => void;
}

export function Palette({ role, onClose }: PaletteProps) {
  const { t } = useTexts();
  const id = useId();
  const host = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const { sections, note } = useEntries(text, { role, navigate: useNavigate() });
  const entries = sections.flatMap((section) => section.entries);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, entries.length - 1);
  useModal(host);
  function run(entry: Entry | undefined) {
    if (entry === undefined || entry.onlyFor !== undefined) return;
    onClose();
    entry.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const isToggle = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (step !== undefined && entries.length > 0) setChosen((at + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(entries[at]);
    else if (isToggle) onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <dialog
      ref={host}
      aria-label={t('palette')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className="border-line2 bg-panel text-fg shadow-pop mx-auto mt-[min(104px,10dvh)] mb-0 max-h-[80dvh] w-[660px] overflow-hidden rounded-xl border p-0 backdrop:bg-black/55 open:flex open:flex-col"
    >
      <TextField
        id={id}
        at={at}
        text={text}
        onText={(next) => {
          setText(next);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette')}
        className="min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-2"
      >
        <Sections sections={sections} id={id} at={at} onRun={run} onChoose={setChosen} />
      </div>
      <p role="status" className="text-mut px-4 empty:hidden [&:not(:empty)]:pb-3">
        {note}
      </p>
      <Keys />
    </dialog>
  );
}

interface TextFieldProps {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function TextField({ id, at, text, onText, onKeyDown }: TextFieldProps) {
  const { t } = useTexts();
  return (
    <label className="border-line flex h-[52px] shrink-0 items-center gap-3 border-b px-4">
      <Search aria-hidden size={17} className="text-mut shrink-0" />
      <input
        data-first
        role="combobox"
        aria-label={t('commandField')}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        placeholder={t('commandField')}
        value={text}
        maxLength={100}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
        className="placeholder:text-dim h-full min-w-0 flex-1 bg-transparent text-[15px] outline-none"
      />
    </label>
  );
}

/** Keeps the focus within the palette, and gives it back to where it was. */
function useModal(host: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = host.current;
    const opener = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [host]);
}

interface SectionsProps {
  readonly sections: readonly Section[];
  readonly id: string;
  /** The number of the chosen entry among all. */
  readonly at: number;
  readonly onRun: (entry: Entry) => void;
  readonly onChoose: (at: number) => void;
}

function Sections({ sections, id, at, onRun, onChoose }: SectionsProps) {
  let number = -1;
  return sections.map(({ title, entries }) => (
    <div key={title} role="group" aria-label={title}>
      <p role="presentation" className="text-mut px-2.5 pt-3 pb-1.5 text-[11px] leading-4">
        {title}
      </p>
      {entries.map((entry) => {
        number += 1;
        const own = number;
        return (
          <PaletteOption
            key={entry.id}
            id={`${id}-${own}`}
            entry={entry}
            isChosen={own === at}
            onRun={() => onRun(entry)}
            onChoose={() => onChoose(own)}
          />
        );
      })}
    </div>
  ));
}

function Keys() {
  const { t } = useTexts();
  return (
    <p className="border-line text-mut flex h-[34px] shrink-0 items-center gap-1.5 border-t px-4">
      <KeyHint>↑</KeyHint>
      <KeyHint>↓</KeyHint>
      {t('hintMove')}
      <span className="ml-2 flex">
        <KeyHint>↵</KeyHint>
      </span>
      {t('hintOpen')}
      <span className="ml-2 flex">
        <KeyHint>Esc</KeyHint>
      </span>
      {t('hintClose')}
      <span className="ml-auto">{t('paletteOpens')}</span>
    </p>
  );
}
