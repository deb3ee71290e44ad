/** What staff can do, each act recorded, and what nobody has a way to. */
import { Card, classNames } from '@glasshouse/ui';
import { ArrowUpRight, Check, X } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';

const CAN = ['photos', 'withdrawal', 'network', 'voucher', 'notice', 'freeze', 'chat'] as const;
const CANNOT = ['price', 'outcome', 'balance', 'hold', 'password'] as const;

export function StaffCard() {
  const { t, language } = useTranslation();
  const columns = [
    {
      key: 'can',
      title: t('about.staff.can'),
      Icon: Check,
      items: CAN.map((item) => ({
        item,
        text: t(`about.staff.${item}.text`),
        how: t(`about.staff.${item}.how`),
      })),
    },
    {
      key: 'cannot',
      title: t('about.staff.cannot'),
      Icon: X,
      items: CANNOT.map((item) => ({
        item,
        text: t(`about.staff.${item}.text`),
        how: t(`about.staff.${item}.how`),
      })),
    },
  ] as const;
  return (
    <Card
      padded={false}
      title={t('about.staff.title')}
      className="flex flex-col [&>div:last-child]:flex [&>div:last-child]:flex-1 [&>div:last-child]:flex-col"
    >
      <div className="grid flex-1 grid-cols-2">
        {columns.map(({ key, title, Icon, items }, index) => (
          <div key={key} className="flex flex-col">
            <h3 className="text-mut border-line flex h-9 items-center border-y px-5 text-[12px]">{title}</h3>
            <ul
              className={classNames(
                'grid flex-1 content-start gap-2 px-5 py-3',
                index === 0 && 'border-line border-r',
              )}
            >
              {items.map(({ item, text, how }) => (
                <li key={item} className="flex gap-2 text-[13px] leading-[18px]">
                  <Icon aria-hidden size={14} strokeWidth={2.4} className="text-mut mt-0.5 shrink-0" />
                  <span>
                    {text}
                    <span className="text-mut block text-[12px]">{how}</span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="border-line flex min-h-11 items-center justify-between gap-3 border-t px-5">
        <span className="text-mut">{t('about.staff.check')}</span>
        <a
          href={`/docs/api?lang=${language}`}
          className="text-brand-ink inline-flex min-h-6 shrink-0 items-center gap-1 text-[13px] font-medium hover:underline"
        >
          {t('about.staff.calls')}
          <ArrowUpRight aria-hidden size={14} />
        </a>
      </div>
    </Card>
  );
}
