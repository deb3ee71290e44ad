/** The navigation: the pages of the operator's role in their groups, and who the operator is. */
import { classNames, LogoMark, Switch } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import { BRAND_NAME } from '../../shared/brand.ts';
import { mayChat, GROUPS, pagesOf, type Page } from '../pages.ts';
import { usePresence } from '../presence.ts';
import { useTexts } from '../texts.ts';
import { OperatorMenu } from './OperatorMenu.tsx';
import { useWaiting, type Waits } from './waiting.ts';

export interface NavigationProps {
  readonly self: OperatorSelf;
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

export function Navigation({ self, isFolded, onFold }: NavigationProps) {
  const { t } = useTexts();
  const waiting = useWaiting(self);
  const own = pagesOf(self.role);
  const Fold = isFolded ? PanelLeftOpen : PanelLeftClose;
  const foldLabel = t(isFolded ? 'unfold' : 'fold');
  return (
    <aside className="bg-panel border-line flex min-h-0 flex-col border-r">
      <div
        className={classNames(
          'border-line flex h-12 shrink-0 items-center border-b',
          isFolded ? 'justify-center' : 'gap-2.5 pr-2.5 pl-4',
        )}
      >
        {!isFolded && (
          <>
            <LogoMark className="size-[22px]" />
            <p className="min-w-0 flex-1 truncate text-[13.5px] leading-[15px] font-semibold">
              {BRAND_NAME}
              <span className="text-mut block text-[11px] leading-[13px] font-normal">{t('office')}</span>
            </p>
          </>
        )}
        <button
          type="button"
          aria-label={foldLabel}
          title={foldLabel}
          onClick={() => onFold(!isFolded)}
          className="text-mut hover:bg-raised hover:text-fg grid size-7 shrink-0 place-items-center rounded-md"
        >
          <Fold aria-hidden size={15} strokeWidth={1.7} />
        </button>
      </div>
      <nav aria-label={t('office')} className="min-h-0 flex-1 overflow-y-auto px-2 pt-2.5 short:pt-1.5">
        {GROUPS.map((group) => {
          const pages = own.filter((page) => page.group === group);
          return pages.length === 0 ? null : (
            <div key={group} className="mb-3 short:mb-1">
              {isFolded ? (
                <i aria-hidden className="bg-line mx-1.5 mb-2 block h-px first-of-type:hidden" />
              ) : (
                <p className="text-mut px-2.5 pb-1 text-[11px] leading-4 short:pb-0.5">{t(group)}</p>
              )}
              {pages.map((page) => (
                <PageLink key={page.to} page={page} waits={waiting[page.to]} isFolded={isFolded} />
              ))}
            </div>
          );
        })}
      </nav>
      {mayChat(self.role) && <Taking own={self.name} isFolded={isFolded} />}
      <OperatorMenu self={self} isFolded={isFolded} />
    </aside>
  );
}

interface PageLinkProps {
  readonly page: Page;
  readonly waits: Waits | undefined;
  readonly isFolded: boolean;
}

function PageLink({ page: { to, text, icon: Icon }, waits, isFolded }: PageLinkProps) {
  const { t } = useTexts();
  const count = waits?.count ?? 0;
  const tone = waits?.isLate === true ? 'text-warn' : 'text-fg';
  return (
    <Link
      to={to}
      title={isFolded ? t(text) : undefined}
      className="group text-mut hover:bg-raised hover:text-fg aria-[current]:bg-brand-soft aria-[current]:text-fg relative flex h-[30px] short:h-6 items-center gap-2.5 rounded-md px-2 text-[12.5px] font-medium"
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon
        aria-hidden
        size={15}
        strokeWidth={1.7}
        className="group-aria-[current]:text-brand-ink shrink-0"
      />
      <span className={isFolded ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{t(text)}</span>
      {count > 0 && (
        <span
          className={classNames(
            'num font-semibold',
            tone,
            isFolded
              ? 'bg-panel absolute -top-0.5 right-0 rounded px-0.5 text-[10px] leading-3'
              : 'text-[11.5px]',
          )}
        >
          {count}
          <span className="sr-only"> {t(waits?.isLate === true ? 'waitLate' : 'wait')}</span>
        </span>
      )}
    </Link>
  );
}

interface TakingProps {
  readonly own: string;
  readonly isFolded: boolean;
}

/** On every page, because an operator who leaves the inbox still takes chats. */
function Taking({ own, isFolded }: TakingProps) {
  const { t } = useTexts();
  const { isTaking, setTaking } = usePresence(own);
  return (
    <label
      className={classNames(
        'border-line flex h-10 shrink-0 items-center border-t text-[12.5px] font-medium',
        isFolded ? 'justify-center' : 'gap-2.5 px-4',
      )}
      title={t('takingHint')}
    >
      {!isFolded && (
        <>
          <i aria-hidden className={`size-1.5 shrink-0 rounded-full ${isTaking ? 'bg-brand' : 'bg-dim'}`} />
          <span className="min-w-0 flex-1 truncate">{t(isTaking ? 'taking' : 'notTaking')}</span>
        </>
      )}
      <Switch checked={isTaking} onChange={setTaking} label={t('taking')} />
    </label>
  );
}
