/** The steps of a deposit, in order. */
import { Card } from '@glasshouse/ui';
import { Check } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';

export interface OrderCardProps {
  /** A transfer is being confirmed. */
  readonly isSeen: boolean;
  /** Those that a deposit on the network needs. */
  readonly confirmations: number;
}

export function OrderCard({ isSeen, confirmations }: OrderCardProps) {
  const { t } = useTranslation();
  const steps = [
    { title: t('deposit.order.seen'), text: t('deposit.order.seenText') },
    { title: t('deposit.order.confirmed', { count: confirmations }), text: t('deposit.order.confirmedText') },
    { title: t('deposit.order.final'), text: t('deposit.order.finalText') },
  ];
  const toneOf = (index: number) => {
    if (!isSeen || index > 1) return 'bg-raised text-mut';
    return index === 0 ? 'bg-good/15 text-good' : 'bg-brand-soft text-brand-ink';
  };
  return (
    <Card title={t('deposit.order.title')}>
      <ol className="grid gap-3.5">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3 leading-[18px]">
            <span
              aria-hidden
              className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full text-[11px] font-semibold ${toneOf(index)}`}
            >
              {isSeen && index === 0 ? <Check size={12} /> : index + 1}
            </span>
            <span className="text-[12.5px]">
              <b className="block text-[13px] font-medium">{title}</b>
              <span className="text-mut">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
