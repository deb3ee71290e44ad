/** Opens the search over the site, as Ctrl/⌘ K does. What it opens is loaded at the first use. */
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPart } from '#shared/chunk.ts';
import { openTexts, useTranslation } from '#shared/i18n.ts';

/** The names of pages in other sections. */
const PAGE_TEXTS = [
  'features/api-keys',
  'features/identity',
  'features/notices',
  'features/wallet/address',
] as const;
const SiteSearch = lazy(async () => {
  const [module] = await Promise.all([
    loadPart(() => import('#app/search/SiteSearch.tsx')),
    openTexts(PAGE_TEXTS),
  ]);
  return { default: module.SiteSearch };
});

export function SearchButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t('find.site')}
        title={`${t('find.site')} (Ctrl K)`}
        className="text-mut hover:bg-raised hover:text-fg grid size-8 place-items-center rounded-md"
      >
        <Search aria-hidden className="size-4" />
      </button>
      {isOpen && (
        <Suspense>
          <SiteSearch onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
