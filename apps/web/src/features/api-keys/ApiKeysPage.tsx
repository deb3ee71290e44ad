/** /api-keys: adding an entry, and one's own entries. */
import { Button, Card, DateTime, Field, TextInput } from '@glasshouse/ui';
import type { ApiKeysRow } from '@glasshouse/protocol/api-keys';
import { useState } from 'react';
import { useOffline } from '#data/stream.ts';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { useAddEntry, useEntries } from './calls.ts';

const ROW_PX = 44;

export function ApiKeysPage() {
  const { t } = useTranslation();
  return (
    <main className="mx-auto w-full max-w-[1200px] flex-1 px-6 pt-6 pb-8">
      <PageHeader title={t('section.api-keys.name')} lead={t('apiKeys.lead')} />
      <div className="grid gap-4">
        <AddEntry />
        <Entries />
      </div>
    </main>
  );
}

function AddEntry() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const add = useAddEntry();
  const offline = useOffline();
  return (
    <Card title={t('apiKeys.add')}>
      <form
        className="flex items-end gap-3 px-5 pb-5"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate({ text }, { onSuccess: () => setText('') });
        }}
      >
        <Field label={t('apiKeys.text')}>
          {(ids) => (
            <TextInput
              {...ids}
              className="w-80"
              maxLength={200}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" tone="brand" busy={add.isPending} disabled={offline || text.trim() === ''}>
          {t('apiKeys.add')}
        </Button>
      </form>
    </Card>
  );
}

function Entries() {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useEntries();
  const columns: Column<ApiKeysRow>[] = [
    { key: 'text', head: t('apiKeys.text'), render: ({ text }) => text },
    {
      key: 'time',
      head: t('apiKeys.time'),
      right: true,
      render: ({ time }) => <DateTime timeMs={time} />,
    },
  ];
  return (
    <Card title={t('apiKeys.own')}>
      <DataTable
        look="card"
        label={t('apiKeys.own')}
        list={{ rows: data?.list ?? [], isPending, isError, refetch }}
        emptyText={t('apiKeys.empty')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHeight={ROW_PX}
      />
    </Card>
  );
}
