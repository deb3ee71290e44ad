/** The frame of a logged-in operator: navigation, the page, foot, and what opens over the page. */
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import { useEffect, useState, type ReactNode } from 'react';
import { pageAt, pagesOf } from '../pages.ts';
import { stream } from '../stream.ts';
import { useTexts } from '../texts.ts';
import { Palette } from '../palette/Palette.tsx';
import { useChatFinder } from '../palette/useChatFinder.ts';
import { usePersonFinder } from '../palette/usePersonFinder.ts';
import { Foot } from './Foot.tsx';
import { FrameContext, type Frame } from './frame-context.ts';
import { useKeyListener, useKeys } from './keys.ts';
import { KeysDialog } from './KeysDialog.tsx';
import { Navigation } from './Navigation.tsx';
import { NotPermitted } from './NotPermitted.tsx';

type Over = 'palette' | 'keys' | null;

export function Office({ self }: { readonly self: OperatorSelf }) {
  const queries = useQueryClient();
  const [over, setOver] = useState<Over>(null);
  const [logged, setLogged] = useState<ReactNode>(null);
  const [frame] = useState<Frame>(() => ({
    openPalette: () => setOver('palette'),
    openKeys: () => setOver('keys'),
    setLogged,
  }));
  const [isFolded, setFolded] = useFolded();
  // Of the page that is drawn: while another one loads, the address is already that of the other.
  const page = pageAt(useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' }));
  // Drops all cached data, so that the next operator at this browser sees none of it.
  useEffect(
    () => () => queries.removeQueries({ predicate: ({ queryKey: [name] }) => name !== 'self' }),
    [queries],
  );
  useEffect(() => stream.open(), []);
  useFrameKeys(self, frame);
  useChatFinder(self.role);
  usePersonFinder(self.role);
  return (
    <FrameContext value={frame}>
      <div
        className={`grid h-dvh ${isFolded ? 'grid-cols-[48px_minmax(0,1fr)]' : 'grid-cols-[196px_minmax(0,1fr)]'}`}
      >
        <Navigation self={self} isFolded={isFolded} onFold={setFolded} />
        <div className="flex min-h-0 min-w-0 flex-col">
          {/* An address without a page leads to the first one. */}
          {page === undefined || pagesOf(self.role).includes(page) ? (
            <Outlet />
          ) : (
            <NotPermitted page={page} role={self.role} />
          )}
          <Foot logged={logged} />
        </div>
      </div>
      {over === 'palette' && <Palette role={self.role} onClose={() => setOver(null)} />}
      {over === 'keys' && <KeysDialog onClose={() => setOver(null)} />}
    </FrameContext>
  );
}

const FOLDED = 'office-navigation';

/** Whether the navigation is folded, kept for this browser. */
function useFolded(): readonly [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(() => localStorage.getItem(FOLDED) === 'folded');
  return [
    isFolded,
    (next) => {
      setFolded(next);
      localStorage.setItem(FOLDED, next ? 'folded' : 'open');
    },
  ];
}

/** The keys that work on every page. */
function useFrameKeys({ role }: OperatorSelf, { openPalette, openKeys }: Frame): void {
  const { t } = useTexts();
  const navigate = useNavigate();
  useKeyListener();
  useKeys([
    { keys: '?', label: t('keysTitle'), run: openKeys },
    ...pagesOf(role).map(({ to, text, letter }) => ({
      keys: `G ${letter}`,
      label: t(text),
      run: () => void navigate({ to }),
    })),
  ]);
  // Also while the operator types: no text needs it.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOpening = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      if (!isOpening) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) openPalette();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [openPalette]);
}
