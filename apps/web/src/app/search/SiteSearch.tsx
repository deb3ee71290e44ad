/**
 * The search over the whole site, in a dialog: pairs, pages with their products, articles of the
 * help center. Arrows choose a result, Enter opens it.
 */
import { classNames, Dialog } from '@glasshouse/ui';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useFound, type Hit } from './found.ts';

/** As long as a question to the help center. */
const LENGTH_MAX = 120;

export function SiteSearch({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useFound(text);
  const isListed = found.length > 0;

  function open(hit: Hit | undefined) {
    if (hit === undefined) return;
    onClose();
    void navigate({ to: hit.to as '/main', search: hit.search as never });
  }
  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') open(found[chosen]);
    else if (event.key === 'ArrowDown') setChosen((chosen + 1) % Math.max(found.length, 1));
    else if (event.key === 'ArrowUp') setChosen((chosen + found.length - 1) % Math.max(found.length, 1));
    else return;
    event.preventDefault();
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('find.title')} closeLabel={t('common.close')} width={560}>
      <input
        type="text"
        role="combobox"
        aria-expanded={isListed}
        {...(isListed ? { 'aria-controls': `${id}list`, 'aria-activedescendant': `${id}${chosen}` } : {})}
        aria-autocomplete="list"
        aria-label={t('find.title')}
        placeholder={t('find.placeholder')}
        autoComplete="off"
        maxLength={LENGTH_MAX}
        value={text}
        onKeyDown={onKey}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(0);
        }}
        className="border-line2 focus:border-brand placeholder:text-mut h-11 w-full rounded-lg border bg-transparent px-3 text-[15px] outline-none focus-visible:outline-none"
      />
      {/* As high as a full list, so that the dialog does not move while one types. */}
      <div className="mt-2 h-[360px] overflow-y-auto">
        {isListed ? (
          <Found {...{ id, found, chosen }} onOpen={open} />
        ) : (
          text.trim() !== '' && (
            <p role="status" className="text-mut px-3 py-3 text-[13px]">
              {t('find.nothing')}
            </p>
          )
        )}
      </div>
    </Dialog>
  );
}

interface FoundProps {
  readonly id: string;
  readonly found: readonly Hit[];
  readonly chosen: number;
  readonly onOpen: (hit: Hit) => void;
}
function Found({ id, found, chosen, onOpen }: FoundProps) {
  const { t } = useTranslation();
  return (
    <ul id={`${id}list`} role="listbox" aria-label={t('find.found')}>
      {found.map((hit, index) => (
        <li
          key={`${hit.kind} ${hit.name}`}
          id={`${id}${index}`}
          role="option"
          aria-selected={index === chosen}
          // Keeps the focus in the field, which handles the keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onOpen(hit)}
          className={classNames(
            'hover:bg-raised flex h-9 cursor-pointer items-center gap-3 rounded-md px-3 text-[13px]',
            index === chosen && 'bg-raised',
          )}
        >
          <span className="truncate font-medium">{hit.name}</span>
          <span className="text-mut ml-auto shrink-0">
            {t(hit.kind === 'pair' ? 'market.pair' : `find.kinds.${hit.kind}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}
