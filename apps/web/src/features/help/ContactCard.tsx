/** A person, where no article helps. */
import { Card } from '@glasshouse/ui';
import { Mail, ShieldCheck } from 'lucide-react';
import { useParameter } from '#data/parameters.ts';
import { useTranslation } from '#shared/i18n.ts';

export function ContactCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('help.contact.title')}>
      <p className="text-mut text-[13px] leading-5">{t('help.contact.text')}</p>
      <MailLink />
      <p className="text-mut border-line mt-3 flex gap-2 border-t pt-3 text-[12px] leading-[17px]">
        <ShieldCheck aria-hidden size={14} className="mt-px shrink-0" />
        {t('help.contact.never')}
      </p>
    </Card>
  );
}

export function MailLink() {
  const mail = useParameter('customer_service_email');
  if (mail === undefined) return <span aria-hidden className="block min-h-9" />;
  return (
    <a
      href={`mailto:${mail}`}
      className="text-brand-ink mt-2 flex min-h-7 items-center gap-2 text-[13px] font-medium break-all hover:underline"
    >
      <Mail aria-hidden size={15} className="shrink-0" />
      {mail}
    </a>
  );
}
