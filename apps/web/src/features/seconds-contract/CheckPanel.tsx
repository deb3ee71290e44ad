/**
 * One settlement recomputed in this browser: both ticks, five facts, and what the facts do not
 * show.
 */
import { Button, DateTime, Num, Seal, Tag } from '@glasshouse/ui';
import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { PublicTick } from '#data/ticks.ts';
import { priceIn } from '#data/ticks.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { shortHash } from '#shared/short-hash.ts';
import { canHash } from '#shared/tick-chain.ts';
import { useCheck, type CheckedOrder } from './calls.ts';

const FACTS = ['chain', 'prices', 'openedAfterAcceptance', 'closedAtDue', 'result'] as const;

export function CheckPanel({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const check = useCheck(id);
  if (!canHash()) return <p className="text-mut">{t('transparency.needsHttps')}</p>;
  if (check.isPending) return <p className="text-mut">{t('seconds.checking')}</p>;
  if (check.isError) return <ListFailed error={check.error} onRetry={check.refetch} />;
  if (check.data === null) return <p className="text-mut">{t('seconds.nothingToCheck')}</p>;
  return <Checked checked={check.data} />;
}

function Checked({ checked }: { readonly checked: CheckedOrder }) {
  const { t } = useTranslation();
  const { order, facts, holds } = checked;
  const host = useRef<HTMLDivElement>(null);
  // Scrolls the panel into view, because it opens at the bottom of the page.
  useEffect(() => {
    // Braces, because newer browsers return a promise, which an effect must not return as its
    // cleanup.
    host.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={host} data-testid="settlement-check" className="scroll-m-4">
      <div className="flex items-center justify-between">
        <h3 className="text-[14px] font-semibold">{t('seconds.checkThis')}</h3>
        {holds ? <Seal>{t('seconds.verified')}</Seal> : <Tag tone="bad">{t('seconds.notVerified')}</Tag>}
      </div>
      <p className="text-mut mt-0.5">
        #{order.id} ·{' '}
        <span className={order.direction === 'up' ? 'text-up' : 'text-down'}>
          {t(`seconds.${order.direction}`)}
        </span>{' '}
        {t('common.seconds', { count: order.holdingTime })}
      </p>
      <ol className="before:bg-edge relative mt-3 grid gap-3 before:absolute before:top-3 before:bottom-3 before:left-[7px] before:w-px">
        <TickItem name={t('seconds.openingTick')} tick={order.ticks.open} order={order}>
          {t('seconds.ticksBetween', { count: Math.max(0, (order.finishTick ?? 0) - (order.openTick ?? 0)) })}
        </TickItem>
        <TickItem name={t('seconds.closingTick')} tick={order.ticks.finish} order={order} filled />
      </ol>
      <ul className="border-line mt-3 grid gap-1 border-t pt-3">
        {FACTS.map((fact) => (
          <li key={fact} className="flex items-center gap-2">
            {facts[fact] ? (
              <Check aria-hidden className="text-brand-ink size-3.5 shrink-0" strokeWidth={2.6} />
            ) : (
              <X aria-hidden className="text-bad size-3.5 shrink-0" strokeWidth={2.6} />
            )}
            {t(`seconds.facts.${fact}`)}
            <span className="sr-only">{facts[fact] ? t('common.yes') : t('common.no')}</span>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex items-center justify-between">
        <span className="text-mut">
          {t('transparency.took', { count: checked.ticksChecked, ms: checked.tookMs })}
        </span>
        <Button size="xs" tone="line" onClick={() => download(checked)}>
          {t('seconds.receipt')}
        </Button>
      </div>
    </div>
  );
}

interface TickItemProps {
  readonly name: string;
  readonly tick: PublicTick | null;
  readonly order: CheckedOrder['order'];
  readonly filled?: boolean;
  readonly children?: React.ReactNode;
}
function TickItem({ name, tick, order, filled = false, children }: TickItemProps) {
  if (tick === null) return null;
  const price = priceIn(tick, `${order.baseCoin}${order.quoteCoin}`.toLowerCase());
  return (
    <li className="relative pl-6">
      <i
        aria-hidden
        className={`border-brand absolute top-[5px] left-[2px] size-[11px] rounded-full border-2 ${filled ? 'bg-brand' : 'bg-panel'}`}
      />
      <div className="flex items-baseline justify-between">
        <span className="font-medium">
          {name} <span className="text-mut font-normal">#{tick.tick}</span>
        </span>
        <b className="text-[14px] font-semibold">
          <Num value={price} decimals={price?.split('.')[1]?.length ?? 2} />
        </b>
      </div>
      <div className="text-mut flex justify-between">
        <span translate="no" className="notranslate hash text-[11px]">
          {shortHash(tick.hash, 10)}
        </span>
        <span>
          <DateTime timeMs={tick.timeMs} kind="time" utc /> UTC
        </span>
      </div>
      {children !== undefined && <div className="text-mut mt-1.5">{children}</div>}
    </li>
  );
}

/** Downloads the order with its ticks, so that the check can be repeated elsewhere. */
function download({ order }: CheckedOrder): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(order, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `seconds-contract-${order.id}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
