/** A page within the frame: its head with the command field, the bar of a lost connection, its work. */
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { KeyHint } from '../parts/KeyHint.tsx';
import { OfflineBar } from '../parts/OfflineBar.tsx';
import { useIsLost } from '../stream.ts';
import { useTexts } from '../texts.ts';
import { useFrame } from './frame-context.ts';

export interface PageProps {
  readonly title: string;
  /** What leads to a page within a page, before its title. */
  readonly above?: ReactNode;
  /** One fact beside the title. */
  readonly fact?: ReactNode;
  /** Quiet buttons of the whole page. */
  readonly acts?: ReactNode;
  /** Panels that fill the height; each scrolls by itself. */
  readonly children: ReactNode;
}

export function Page({ title, above, fact, acts, children }: PageProps) {
  return (
    <>
      <header className="border-line bg-panel flex h-12 shrink-0 items-center gap-3 border-b px-4">
        <h1 className="flex items-center gap-2 text-[15px] font-semibold tracking-[-0.01em] whitespace-nowrap [&:lang(zh)]:tracking-normal">
          {above !== undefined && (
            <>
              <span className="text-mut font-medium">{above}</span>
              <span aria-hidden className="text-dim">
                /
              </span>
            </>
          )}
          {title}
        </h1>
        {fact !== undefined && <span className="num text-mut min-w-0 truncate">{fact}</span>}
        <div className="ml-auto flex shrink-0 items-center gap-1.5">
          {acts}
          <CommandField />
        </div>
      </header>
      <OfflineBar />
      <Work>{children}</Work>
    </>
  );
}

/** What is out of date is dimmed by its own parts (`in-data-lost:`), not what the operator types. */
function Work({ children }: { readonly children: ReactNode }) {
  const isLost = useIsLost();
  return (
    <main
      data-lost={isLost || undefined}
      className="bg-bg flex min-h-0 flex-1 flex-col gap-[3px] pt-[3px] pl-[3px]"
    >
      {children}
    </main>
  );
}

const IS_MAC = navigator.platform.startsWith('Mac');

function CommandField() {
  const { t } = useTexts();
  const { openPalette } = useFrame();
  return (
    <button
      type="button"
      onClick={openPalette}
      aria-keyshortcuts="Control+K Meta+K"
      className="bg-raised text-mut hover:text-fg flex h-8 w-[236px] items-center gap-2 rounded-md px-2.5 text-left"
    >
      <Search aria-hidden size={14} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{t('commandField')}</span>
      <KeyHint>{IS_MAC ? '⌘K' : 'Ctrl K'}</KeyHint>
    </button>
  );
}
