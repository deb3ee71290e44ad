/**
 * The search of the help center: "/" focuses it, arrows choose a result, Enter opens the chosen one
 * or shows all results, Escape closes the list.
 */
import { topicOf, type ArticleName } from '@glasshouse/protocol/help/articles';
import { classNames } from '@glasshouse/ui';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useSearchIndex, type Articles } from './articles.ts';
import { useTopics } from './topics.ts';

/** Long enough for a whole message of the site. */
const LENGTH_MAX = 120;
const SHOWN_MAX = 5;

export interface SearchBoxProps {
  readonly articles: Articles;
  /** The current question, on the page of its results. */
  readonly question?: string;
}

export function SearchBox({ articles, question = '' }: SearchBoxProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(question);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const search = useSearchIndex(isOpen);
  const found = text.trim() === '' ? [] : (search?.(text) ?? []).slice(0, SHOWN_MAX);
  const isShown = isOpen && text.trim() !== '' && search !== undefined;
  const isListed = isShown && found.length > 0;
  useSlash(() => field.current?.focus());

  function open(article: ArticleName) {
    setOpen(false);
    void navigate({ to: '/about/$topic', params: { topic: 'connect' }, search: { article } });
  }
  function showAll() {
    setOpen(false);
    if (text.trim() !== '')
      void navigate({ to: '/about/$topic', params: { topic: 'connect' }, search: { q: text.trim() } });
  }
  function onKey(event: KeyboardEvent) {
    const { key } = event;
    const isMove = key === 'ArrowDown' || key === 'ArrowUp';
    const article = chosen === undefined ? undefined : found[chosen];
    if (isMove) setChosen(moved(chosen, key, found.length));
    else if (key === 'Enter') (article === undefined ? showAll : () => open(article))();
    else if (key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  }
  return (
    <div
      role="search"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      className="bg-panel border-line2 focus-within:border-brand relative flex h-12 items-center gap-3 rounded-lg border pl-4 text-left focus-within:halo"
    >
      <Search aria-hidden size={18} className="text-mut shrink-0" />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-expanded={isListed}
        {...(isListed ? { 'aria-controls': `${id}list` } : {})}
        aria-autocomplete="list"
        {...(chosen === undefined || !isShown ? {} : { 'aria-activedescendant': `${id}${chosen}` })}
        aria-label={t('help.searchLabel')}
        placeholder={t('help.placeholder')}
        autoComplete="off"
        maxLength={LENGTH_MAX}
        value={text}
        onFocus={() => setOpen(true)}
        onKeyDown={onKey}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(undefined);
          setOpen(true);
        }}
        className="placeholder:text-mut h-full min-w-0 flex-1 bg-transparent text-[15px] outline-none focus-visible:outline-none"
      />
      <kbd aria-hidden className="border-line2 text-mut mr-3 rounded border px-1.5 text-[11px]">
        {isOpen ? 'Esc' : '/'}
      </kbd>
      <Found {...{ id, articles, found, chosen, isShown }} onOpen={open} onAll={showAll} />
    </div>
  );
}

/** The index of the next result, wrapping around; undefined without results. */
function moved(at: number | undefined, key: string, count: number): number | undefined {
  if (count === 0) return undefined;
  if (at === undefined) return key === 'ArrowDown' ? 0 : count - 1;
  return (at + (key === 'ArrowDown' ? 1 : count - 1)) % count;
}

/** Calls `act` when the user presses the slash key outside a field. */
function useSlash(act: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey } = event;
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
      if (key !== '/' || isTyping || altKey || ctrlKey || metaKey) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

interface FoundProps {
  readonly id: string;
  readonly articles: Articles;
  readonly found: readonly ArticleName[];
  readonly chosen: number | undefined;
  readonly isShown: boolean;
  readonly onOpen: (article: ArticleName) => void;
  readonly onAll: () => void;
}
function Found({ id, articles, found, chosen, isShown, onOpen, onAll }: FoundProps) {
  const { t } = useTranslation();
  const topics = useTopics();
  return (
    <div
      hidden={!isShown}
      className="border-line2 bg-panel shadow-pop absolute -inset-x-px top-[54px] z-10 overflow-hidden rounded-lg border p-1.5"
    >
      {found.length > 0 && (
        <ul id={`${id}list`} role="listbox" aria-label={t('help.found')}>
          {found.map((name, index) => {
            const Icon = topics[topicOf(name)].icon;
            const { title, lead } = articles[name];
            return (
              <li
                key={name}
                id={`${id}${index}`}
                role="option"
                aria-selected={index === chosen}
                // Keeps the focus in the field, which handles the keyboard.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onOpen(name)}
                className={classNames(
                  'hover:bg-raised flex h-[52px] cursor-pointer items-center gap-3 rounded-md px-3',
                  index === chosen && 'bg-raised',
                )}
              >
                <Icon aria-hidden size={16} className="text-mut shrink-0" />
                <span className="min-w-0">
                  <span className="block truncate text-[13px] leading-5 font-medium">{title}</span>
                  <span className="text-mut block truncate leading-[17px]">{lead}</span>
                </span>
                <span className="text-mut ml-auto shrink-0">{t(topics[topicOf(name)].name)}</span>
              </li>
            );
          })}
        </ul>
      )}
      {found.length === 0 ? (
        <p role="status" className="text-mut px-3 py-3 text-[13px]">
          {t('help.nothing')}
        </p>
      ) : (
        <p className="border-line text-mut mt-1.5 flex items-center border-t px-3 pt-2 pb-1">
          <span>{t('help.count', { count: found.length })}</span>
          <button
            type="button"
            onClick={onAll}
            className="text-brand-ink ml-auto font-medium hover:underline"
          >
            {t('help.showAll')}
          </button>
        </p>
      )}
    </div>
  );
}
