/** The ways to reach a person if no article helps. */
import { Card } from '@glasshouse/ui';
import { Mail, MessageSquare, ShieldCheck } from 'lucide-react';
import { useParameter } from '#data/parameters.ts';
import { useTranslation } from '#shared/i18n.ts';
import { supportPanel } from '#shared/support-panel.ts';

export function ContactCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('help.contact.title')}>
      <p className="text-mut text-[13px] leading-5">{t('help.contact.text')}</p>
      <ContactWays />
      <p className="text-mut border-line mt-3 flex gap-2 border-t pt-3 text-[12px] leading-[17px]">
        <ShieldCheck aria-hidden size={14} className="mt-px shrink-0" />
        {t('help.contact.never')}
      </p>
    </Card>
  );
}

const WAY =
  'text-brand-ink mt-2 flex min-h-7 items-center gap-2 text-left text-[13px] font-medium break-all hover:underline';
const WAY_LOADING = <span aria-hidden className="block min-h-9" />;

/** Links to mail, and to the chat if the platform has one. */
export function ContactWays() {
  return (
    <>
      <MailLink />
      <ChatButton />
    </>
  );
}

function ChatButton() {
  const { t } = useTranslation();
  const chat = useParameter('customer_service_url');
  if (chat === undefined) return WAY_LOADING;
  return (
    <button type="button" onClick={() => supportPanel.set(true)} className={WAY}>
      <MessageSquare aria-hidden size={15} className="shrink-0" />
      {t('help.contact.chat')}
    </button>
  );
}

function MailLink() {
  const mail = useParameter('customer_service_email');
  if (mail === undefined) return WAY_LOADING;
  return (
    <a href={`mailto:${mail}`} className={WAY}>
      <Mail aria-hidden size={15} className="shrink-0" />
      {mail}
    </a>
  );
}
