/** The incoming transfer that is being confirmed, with its confirmations. */
import { Card, DateTime, Empty, formatNumber, KeyValue, Tag } from '@glasshouse/ui';
import { Clock } from 'lucide-react';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { shortHash } from '#shared/short-hash.ts';
import type { ArrivalRow } from './calls.ts';
import { Confirmations } from './Confirmations.tsx';

export interface ArrivingCardProps {
  readonly arrival: ArrivalRow | undefined;
  readonly blockMs: number | null;
}

export function ArrivingCard({ arrival, blockMs }: ArrivingCardProps) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('deposit.arriving.title')}
      right={
        arrival !== undefined && (
          <Tag tone="info">
            {t('deposit.status.confirming', { count: arrival.confirmations, needed: arrival.needed })}
          </Tag>
        )
      }
    >
      {arrival === undefined ? (
        <Empty title={t('deposit.arriving.none')} text={t('deposit.arriving.noneText')} />
      ) : (
        <Arriving arrival={arrival} blockMs={blockMs} />
      )}
    </Card>
  );
}

function Arriving({ arrival, blockMs }: { readonly arrival: ArrivalRow; readonly blockMs: number | null }) {
  const { t } = useTranslation();
  const { amount, currency, chain, confirmations: count, needed, txid, time } = arrival;
  const seconds = blockMs === null ? null : Math.round(((needed - count) * blockMs) / 1000);
  return (
    <div className="grid gap-2.5 text-[12.5px]">
      <p className="flex items-baseline gap-2">
        <span className="text-[26px] leading-8 font-semibold">
          <Balance value={amount} decimals={8} />
        </span>
        <span className="text-mut">
          {currency} · {chain}
        </span>
      </p>
      <p className="flex justify-between">
        <span className="text-mut">{t('deposit.arriving.confirmations')}</span>
        <span>
          <b className="font-semibold">{count}</b> <span className="text-mut">/ {needed}</span>
        </span>
      </p>
      <Confirmations count={count} needed={needed} isWide />
      <p className="text-mut flex items-center gap-1.5">
        <Clock aria-hidden size={13} />
        {seconds === null
          ? t('deposit.arriving.updates')
          : t('deposit.arriving.left', { seconds: formatNumber(String(seconds), { decimals: 0 }) })}
      </p>
      <dl className="border-line grid gap-1.5 border-t pt-3">
        <KeyValue
          name={t('deposit.arriving.transaction')}
          value={
            <code title={txid} className="text-brand-ink">
              {shortHash(txid, 6)}
            </code>
          }
        />
        <KeyValue name={t('deposit.arriving.firstSeen')} value={<DateTime timeMs={time} kind="recent" />} />
      </dl>
    </div>
  );
}
