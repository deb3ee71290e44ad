/** The icons of the book's layouts. */
import type { BookLayout } from '#shared/trade-layout.ts';

export function LayoutIcon({ layout }: { readonly layout: BookLayout }) {
  const lines =
    layout === 'compact' ? 'M2 3h12M2 6.3h12M2 9.6h12M2 13h12' : 'M9.5 3.2h5M9.5 6.4h5M9.5 9.6h5M9.5 12.8h5';
  return (
    <svg viewBox="0 0 16 16" className="size-4" aria-hidden>
      {layout === 'both' && (
        <>
          <rect x="1.5" y="2" width="6" height="5.4" rx="1" fill="var(--down)" />
          <rect x="1.5" y="8.6" width="6" height="5.4" rx="1" fill="var(--up)" />
        </>
      )}
      {layout === 'bids' && <rect x="1.5" y="2" width="6" height="12" rx="1" fill="var(--up)" />}
      {layout === 'asks' && <rect x="1.5" y="2" width="6" height="12" rx="1" fill="var(--down)" />}
      <path d={lines} stroke="currentColor" strokeWidth="1.3" strokeLinecap="round" />
    </svg>
  );
}
