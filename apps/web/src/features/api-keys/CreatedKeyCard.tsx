/** Shows a new key, and what it signs with, once. */
import { Button, Note, saveFile } from '@glasshouse/ui';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '#shared/CopyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { CreatedKey } from './calls.ts';

export interface CreatedKeyCardProps {
  readonly created: CreatedKey;
  /** PEM, if it was made in this browser. */
  readonly privateKey: string | null;
  readonly close: () => void;
}

export function CreatedKeyCard({ created, privateKey, close }: CreatedKeyCardProps) {
  const { t } = useTranslation();
  const { key, apiKey, secret } = created;
  return (
    <div className="grid gap-4">
      <Note tone="warn">{t('apiKeys.createdText')}</Note>
      <Shown label={t('apiKeys.apiKey')} text={apiKey} testId="api-key">
        <CopyButton text={apiKey} label={t('apiKeys.copyApiKey')} />
      </Shown>
      {secret !== null && (
        <Shown label={t('apiKeys.secret')} text={secret} testId="api-secret">
          <CopyButton text={secret} label={t('apiKeys.copySecret')} />
        </Shown>
      )}
      {privateKey !== null && (
        <div>
          <p className="text-[13px] font-medium">{t('apiKeys.privateKey')}</p>
          <p className="text-mut mt-0.5 mb-2 leading-5">{t('apiKeys.privateText')}</p>
          <Button
            tone="line"
            onClick={() =>
              saveFile({
                name: `api-key-${key.beginning}.pem`,
                content: new Blob([privateKey], { type: 'application/x-pem-file' }),
              })
            }
          >
            <Download aria-hidden size={15} />
            {t('apiKeys.download')}
          </Button>
        </div>
      )}
      <Button tone="brand" size="lg" className="w-full" onClick={close} data-first>
        {t('apiKeys.stored')}
      </Button>
    </div>
  );
}

interface ShownProps {
  readonly label: string;
  readonly text: string;
  readonly testId: string;
  readonly children: ReactNode;
}
function Shown({ label, text, testId, children }: ShownProps) {
  return (
    <div>
      <div className="mb-1.5 flex items-end">
        <p className="text-[13px] font-medium">{label}</p>
        <span className="ml-auto">{children}</span>
      </div>
      <p
        translate="no"
        data-testid={testId}
        className="notranslate hash bg-raised rounded-lg px-3.5 py-2.5 text-[12.5px] leading-[18px] break-all"
      >
        {text}
      </p>
    </div>
  );
}
