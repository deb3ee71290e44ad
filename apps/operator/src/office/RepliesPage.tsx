/** The page on which operators write and edit prepared replies. */
import { Button, Empty, ErrorState, Field, SkeletonRows, TextInput } from '@glasshouse/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CannedReply } from '@glasshouse/protocol/desk';
import { call } from './api.ts';
import { AskButton } from './AskButton.tsx';
import { useTexts } from './texts.ts';

export function RepliesPage() {
  const { t } = useTexts();
  const replies = useQuery({ queryKey: ['canned'], queryFn: () => call('desk/get-canned', {}) });
  return (
    <main className="overflow-y-auto p-8">
      <h1 className="text-[22px] leading-7 font-semibold">{t('replies')}</h1>
      <p className="text-mut mt-1 mb-6 text-[13px]">{t('repliesText')}</p>
      <div className="flex max-w-[860px] flex-col gap-4">
        {replies.isPending && <SkeletonRows rows={3} height={80} />}
        {replies.isError && (
          <ErrorState
            title={t('failed')}
            text={replies.error.message}
            retryLabel={t('retry')}
            onRetry={replies.refetch}
          />
        )}
        {replies.data?.length === 0 && <Empty title={t('noPrepared')} />}
        {replies.data?.map((reply) => (
          <Reply key={reply.id} reply={reply} />
        ))}
        <Reply key={`new ${replies.data?.length ?? 0}`} reply={{ id: 0, title: '', en: '', zh: '' }} />
      </div>
    </main>
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
    <section className="bg-panel border-line rounded-xl border p-5" aria-label={reply.title || t('add')}>
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
