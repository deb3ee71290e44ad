/** /setting/api: the user's API keys, what each may do, and the dialogs that change them. */
import { Button, Note } from '@glasshouse/ui';
import { ArrowUpRight, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { CallData } from '#data/api.ts';
import { useTranslation } from '#shared/i18n.ts';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { useApiKeys } from './calls.ts';
import type { KeyDialog } from './KeyDialogs.tsx';
import { KeyTable } from './KeyTable.tsx';

const KeyDialogs = lazy(() => import('./KeyDialogs.tsx').then((module) => ({ default: module.KeyDialogs })));

export function ApiKeysPage() {
  const { t } = useTranslation();
  const keys = useApiKeys();
  const [dialog, setDialog] = useState<KeyDialog>();
  return (
    <>
      <PageHeader
        title={t('apiKeys.title')}
        lead={t('apiKeys.lead')}
        right={
          <Button tone="brand" onClick={() => setDialog({ act: 'create' })}>
            <Plus aria-hidden size={15} />
            {t('apiKeys.create')}
          </Button>
        }
      />
      {keys.data === undefined && <CardLoading query={keys} cards={[58, 200]} />}
      {keys.data !== undefined && (
        <div className="grid gap-4">
          <Explained />
          <Keys keys={keys.data} nowMs={keys.dataUpdatedAt} open={setDialog} />
        </div>
      )}
      {dialog !== undefined && (
        <Suspense>
          <KeyDialogs dialog={dialog} close={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Explained() {
  const { t, language } = useTranslation();
  return (
    <Note>
      {t('apiKeys.explained')}{' '}
      <a
        href={`/docs/api?lang=${language}`}
        className="text-brand-ink inline-flex items-center gap-0.5 font-medium whitespace-nowrap hover:underline"
      >
        {t('apiKeys.docs')}
        <ArrowUpRight aria-hidden size={13} />
      </a>
    </Note>
  );
}

interface KeysProps {
  readonly keys: CallData<'api-keys/get-keys'>;
  readonly nowMs: number;
  readonly open: (dialog: KeyDialog) => void;
}
function Keys({ keys: { list, limits }, nowMs, open }: KeysProps) {
  const { t } = useTranslation();
  const live = list.filter(({ ended }) => ended === null);
  const ended = list.filter((row) => row.ended !== null);
  return (
    <>
      <section className="border-line bg-panel rounded-xl border pb-1.5">
        <div className="flex h-14 items-center gap-2.5 px-5">
          <h2 className="text-[14px] font-semibold">{t('apiKeys.live')}</h2>
          <span className="text-mut">{t('apiKeys.count', { count: live.length, max: limits.keys })}</span>
          {live.length > 0 && (
            <Button size="sm" tone="danger" className="ml-auto" onClick={() => open({ act: 'end-all' })}>
              {t('apiKeys.endAll')}
            </Button>
          )}
        </div>
        <KeyTable
          label={t('apiKeys.live')}
          rows={live}
          nowMs={nowMs}
          emptyAction={
            <Button size="sm" onClick={() => open({ act: 'create' })}>
              {t('apiKeys.create')}
            </Button>
          }
          onEdit={(row) => open({ act: 'edit', row })}
          onEnd={(row) => open({ act: 'end', row })}
        />
      </section>
      {ended.length > 0 && (
        <section className="border-line bg-panel rounded-xl border pb-1.5">
          <div className="flex h-14 items-center gap-2.5 px-5">
            <h2 className="text-[14px] font-semibold">{t('apiKeys.ended')}</h2>
            <span className="text-mut">{t('apiKeys.endedFact')}</span>
          </div>
          <KeyTable label={t('apiKeys.ended')} rows={ended} nowMs={nowMs} />
        </section>
      )}
    </>
  );
}
