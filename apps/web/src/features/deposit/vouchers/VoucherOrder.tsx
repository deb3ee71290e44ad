/** The steps of a voucher, in order. */
import { Card } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';

const STEPS = ['handed', 'found', 'posted'] as const;

export function VoucherOrder() {
  const { t } = useTranslation();
  return (
    <Card title={t('voucher.order.title')}>
      <ol className="grid gap-3.5">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-3 leading-[18px]">
            <span
              aria-hidden
              className="bg-raised text-mut mt-0.5 grid size-5 shrink-0 place-items-center rounded-full text-[11px] font-semibold"
            >
              {index + 1}
            </span>
            <span className="text-[12.5px]">
              <b className="block text-[13px] font-medium">{t(`voucher.order.${step}`)}</b>
              <span className="text-mut">{t(`voucher.order.${step}Text`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="border-line text-mut mt-4 border-t pt-3.5 text-[12.5px] leading-[18px]">
        {t('voucher.order.time')}
      </p>
    </Card>
  );
}
