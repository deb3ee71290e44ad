/** The page on which operators write and edit prepared replies. */
import { Button, Empty, Field, SkeletonRows, TextInput } from '@glasshouse/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { CannedReply } from '@glasshouse/protocol/desk';
import { call } from './api.ts';
import { AskButton } from './AskButton.tsx';
import { useLogged } from './frame/frame-context.ts';
import { Page } from './frame/Page.tsx';
import { usePageActs } from './palette/acts.ts';
import { useTexts } from './texts.ts';
import { Failed } from './parts/states.tsx';

export function RepliesPage() {
  const { t } = useTexts();
  const replies = useQuery({ queryKey: ['canned'], queryFn: () => call('desk/get-canned', {}) });
  useLogged(t('noCustomer'));
  usePageActs([
    {
      id: 'add',
      label: t('add'),
      icon: Plus,
      keys: 'N',
      run: () => document.querySelector<HTMLElement>(`[data-reply="0"] input`)?.focus(),
    },
  ]);
  return (
    <Page title={t('replies')} fact={t('repliesText')}>
      <div className="bg-panel min-h-0 flex-1 overflow-y-auto">
        {replies.isPending && <SkeletonRows rows={3} height={80} />}
        {replies.isError && (
          <div className="max-w-[900px]">
            <Failed error={replies.error} onRetry={replies.refetch} />
          </div>
        )}
        {replies.data?.length === 0 && (
          <div className="max-w-[900px]">
            <Empty title={t('noPrepared')} text={t('noPreparedText')} />
          </div>
        )}
        {replies.data?.map((reply) => (
          <Reply key={reply.id} reply={reply} />
        ))}
        <Reply key={`new ${replies.data?.length ?? 0}`} reply={{ id: 0, title: '', en: '', zh: '' }} />
      </div>
    </Page>
  );
}

function Reply({ reply }: { readonly reply: CannedReply }) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [texts, setTexts] = useState(reply);
  const reload = () => queries.invalidateQueries({ queryKey: ['canned'] });
  const save = useMutation({
    mutationFn: (saved: CannedReply) => call('desk/save-canned', saved),
    onSuccess: reload,
  });
  const isChanged = FIELDS.some((field) => texts[field] !== reply[field]);
  const isWhole = texts.title.trim() !== '' && (texts.en.trim() !== '' || texts.zh.trim() !== '');
  return (
    <section
      data-reply={reply.id}
      className="border-line max-w-[900px] border-b px-4 py-5"
      aria-label={reply.title || t('add')}
    >
      <ReplyFields texts={texts} onChange={setTexts} />
      <div className="mt-4 flex items-center gap-3">
        <Button
          tone="brand"
          disabled={!isChanged || !isWhole}
          busy={save.isPending}
          onClick={() => save.mutate(texts)}
        >
          {t(reply.id === 0 ? 'add' : 'save')}
        </Button>
        {reply.id !== 0 && (
          <AskButton
            tone="ghost"
            disabled={save.isPending}
            title={t('removeReply')}
            question={t('removeQuestion', { title: reply.title })}
            act={t('remove')}
            actTone="danger"
            onAct={() => call('desk/save-canned', { ...reply, en: '', zh: '' }).then(reload)}
          >
            {t('remove')}
          </AskButton>
        )}
        {save.isSuccess && !isChanged && (
          <span role="status" className="text-mut text-[12.5px]">
            {t('saved')}
          </span>
        )}
        {save.isError && (
          <span role="alert" className="text-bad text-[12.5px]">
            {save.error.message}
          </span>
        )}
      </div>
    </section>
  );
}

const FIELDS = ['title', 'en', 'zh'] as const;
const AREA =
  'bg-raised focus:border-brand block w-full rounded-lg border border-transparent px-3.5 py-2.5 text-[14px] leading-5 outline-none focus:halo';

interface ReplyFieldsProps {
  readonly texts: CannedReply;
  readonly onChange: (texts: CannedReply) => void;
}

function ReplyFields({ texts, onChange }: ReplyFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <Field label={t('title')}>
        {(ids) => (
          <TextInput
            {...ids}
            maxLength={80}
            value={texts.title}
            onChange={({ target }) => onChange({ ...texts, title: target.value })}
          />
        )}
      </Field>
      <div className="mt-3.5 grid grid-cols-2 gap-4">
        {(['en', 'zh'] as const).map((language) => (
          <Field key={language} label={t(language === 'en' ? 'english' : 'chinese')}>
            {(ids) => (
              <textarea
                {...ids}
                rows={3}
                maxLength={2000}
                value={texts[language]}
                onChange={({ target }) => onChange({ ...texts, [language]: target.value })}
                className={AREA}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  );
}
