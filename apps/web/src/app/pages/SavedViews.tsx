/**
 * Selections of records that the user has saved under a name, in this browser alone: a button for
 * each, and one that saves the selection shown.
 */
import { Button } from '@glasshouse/ui';
import { Bookmark, X } from 'lucide-react';
import { useId, useState } from 'react';
import { createPreference, usePreference } from '#shared/preference.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useUrlChange } from '#shared/url-state.ts';
import type { RecordFilters } from './record-filters.ts';
import type { RecordTab } from './record-tabs.tsx';
import { viewsOf, withoutView, withView, VIEW_NAME_MAX, type View } from './saved-views.ts';

/** The views are one JSON text, because a preference holds no nested values. */
const saved = createPreference('record-views', { views: '[]' });

interface SavedViewsProps {
  readonly tab: RecordTab;
  readonly filters: RecordFilters;
}

export function SavedViews(shown: SavedViewsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const close = () => setOpen(false);
  return (
    <div
      className="relative"
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
        className="bg-raised flex h-7 items-center gap-1.5 rounded-md px-2.5 text-[12px] font-medium"
      >
        <Bookmark aria-hidden size={14} className="text-mut" />
        {t('records.views.label')}
      </button>
      <div
        id={panel}
        hidden={!isOpen}
        tabIndex={-1}
        className="border-line2 bg-panel absolute top-9 right-0 z-20 w-[260px] rounded-lg border p-1.5 shadow-pop outline-none"
      >
        {isOpen && <Views {...shown} close={close} />}
      </div>
    </div>
  );
}

function Views({ tab, filters, close }: SavedViewsProps & { readonly close: () => void }) {
  const { t } = useTranslation();
  const views = viewsOf(usePreference(saved).views);
  const keep = (next: readonly View[]) => saved.change({ views: JSON.stringify(next) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {views.map((view) => (
        <ViewRow
          key={view.name}
          view={view}
          close={close}
          onRemove={() => keep(withoutView(views, view.name))}
        />
      ))}
      {views.length === 0 && <p className="text-mut px-2.5 py-1.5">{t('records.views.none')}</p>}
      <SaveForm onName={(name) => keep(withView(views, { name, tab, ...filters }))} />
    </div>
  );
}

interface ViewRowProps {
  readonly view: View;
  readonly close: () => void;
  readonly onRemove: () => void;
}
function ViewRow({ view: { name, ...place }, close, onRemove }: ViewRowProps) {
  const { t } = useTranslation();
  const change = useUrlChange();
  return (
    <div className="flex items-center">
      <button
        type="button"
        className="hover:bg-raised h-8 min-w-0 flex-1 truncate rounded-md px-2.5 text-left"
        onClick={() => {
          change({ ...place, tab: place.tab === 'all' ? '' : place.tab }, true);
          close();
        }}
      >
        {name}
      </button>
      <button
        type="button"
        aria-label={t('records.views.remove', { name })}
        className="text-mut hover:text-bad grid size-8 place-items-center"
        onClick={onRemove}
      >
        <X aria-hidden size={13} />
      </button>
    </div>
  );
}

function SaveForm({ onName }: { readonly onName: (name: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const isNamed = name.trim() !== '';
  return (
    <form
      className="border-line mt-1 flex gap-2 border-t px-1 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNamed) onName(name.trim());
        setName('');
      }}
    >
      <input
        aria-label={t('records.views.name')}
        placeholder={t('records.views.name')}
        value={name}
        maxLength={VIEW_NAME_MAX}
        onChange={({ target }) => setName(target.value)}
        className="bg-raised placeholder:text-mut h-8 min-w-0 flex-1 rounded-md px-2.5 text-[12.5px]"
      />
      <Button size="sm" type="submit">
        {t('records.views.save')}
      </Button>
    </form>
  );
}
