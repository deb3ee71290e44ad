/** Saved filters of a page: those it comes with, and those that this browser keeps. */
import { Button, Dialog, Field, TextInput } from '@glasshouse/ui';
import { Bookmark, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts.ts';

/** Filters as they are in the address of the page. */
export type Filters = Readonly<Record<string, string | undefined>>;

export interface View<F extends Filters> {
  readonly id: string;
  readonly label: string;
  readonly filters: F;
  /** How many it has now; undefined as long as it is not known. */
  readonly count?: number | undefined;
  /** Of the count: amber when one is over its aim, red for what went wrong. */
  readonly tone?: 'warn' | 'bad';
}

export interface ViewsProps<F extends Filters> {
  /** The name under which this browser keeps the page's views. */
  readonly name: string;
  readonly views: readonly View<F>[];
  /** The present filters. */
  readonly filters: F;
  readonly onFilters: (filters: F) => void;
  readonly end?: ReactNode;
}

const NAME_MAX = 40;
const TONES = { warn: 'text-warn', bad: 'text-bad' } as const;

export function Views<F extends Filters>({ name, views, filters, onFilters, end }: ViewsProps<F>) {
  const { t } = useTexts();
  const [kept, keep] = useKept<F>(name);
  const [isNaming, setNaming] = useState(false);
  const all = [...views, ...kept];
  const isKnown = all.some((view) => areSame(view.filters, filters));
  return (
    <div className="border-line bg-panel flex h-10 shrink-0 items-center border-b px-4">
      <div role="group" aria-label={t('views')} className="flex h-full min-w-0 gap-5 overflow-hidden">
        {all.map((view) => (
          <span key={view.id} className="flex h-full items-center">
            <button
              type="button"
              aria-pressed={areSame(view.filters, filters)}
              onClick={() => onFilters(view.filters)}
              className="num text-mut hover:text-fg aria-pressed:text-fg relative flex h-full items-center gap-1.5 text-[12.5px] font-medium whitespace-nowrap chosen-line"
            >
              {view.label}
              {view.count !== undefined && (
                <span className={view.tone === undefined ? 'font-normal' : TONES[view.tone]}>
                  {view.count}
                </span>
              )}
            </button>
            {kept.includes(view) && areSame(view.filters, filters) && (
              <IconButton
                label={t('removeView', { name: view.label })}
                onClick={() => keep(kept.filter((each) => each !== view))}
              >
                <X aria-hidden size={12} />
              </IconButton>
            )}
          </span>
        ))}
      </div>
      {!isKnown && (
        <span className="ml-4">
          <IconButton label={t('saveView')} onClick={() => setNaming(true)}>
            <Bookmark aria-hidden size={14} strokeWidth={1.7} />
          </IconButton>
        </span>
      )}
      {end !== undefined && (
        <div className="num text-mut ml-auto flex shrink-0 items-center gap-2 pl-4">{end}</div>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(label) => {
            keep([...kept, { id: `own ${label}`, label, filters }]);
            setNaming(false);
          }}
        />
      )}
    </div>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function IconButton({ label, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="text-mut hover:bg-raised hover:text-fg grid size-6 shrink-0 place-items-center rounded"
    >
      {children}
    </button>
  );
}

interface NameDialogProps {
  readonly onClose: () => void;
  readonly onName: (label: string) => void;
}

function NameDialog({ onClose, onName }: NameDialogProps) {
  const { t } = useTexts();
  const [label, setLabel] = useState('');
  return (
    <Dialog open onOpenChange={onClose} title={t('saveView')} closeLabel={t('cancel')} width={380}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (label.trim() !== '') onName(label.trim());
        }}
      >
        <Field label={t('name')} hint={t('saveViewHint')}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={NAME_MAX}
              value={label}
              onChange={({ target }) => setLabel(target.value)}
            />
          )}
        </Field>
        <Button type="submit" tone="brand" disabled={label.trim() === ''} className="mt-4 w-full">
          {t('save')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Whether two sets of filters are the same; a filter that is undefined is not set. */
function areSame(one: Filters, other: Filters): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

type Kept<F extends Filters> = readonly View<F>[];

function useKept<F extends Filters>(name: string): readonly [Kept<F>, (views: Kept<F>) => void] {
  const key = `office-views-${name}`;
  const [kept, setKept] = useState<Kept<F>>(() => readKept<F>(key));
  return [
    kept,
    (views) => {
      setKept(views);
      localStorage.setItem(key, JSON.stringify(views.map(({ label, filters }) => ({ label, filters }))));
    },
  ];
}

/** What the page does not know in the kept filters, its address refuses. */
function readKept<F extends Filters>(key: string): Kept<F> {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '[]') as readonly { label: string; filters: F }[];
    return stored.map(({ label, filters }) => ({ id: `own ${label}`, label, filters }));
  } catch {
    return [];
  }
}
