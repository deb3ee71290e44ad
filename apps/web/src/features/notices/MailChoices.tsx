/** Which kinds of messages come by mail too. The server keeps the choice and obeys it. */
import { SkeletonRows, Switch, Tag } from '@glasshouse/ui';
import type { MailKind } from '@glasshouse/protocol/notices/kinds';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, type CallData } from '#data/api.ts';
import { queryClient } from '#data/query-client.ts';
import { useTranslation } from '#shared/i18n.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { notify } from '#shared/notify.ts';
import { NOTICES_KEY } from './notices-key.ts';

const KEY = [...NOTICES_KEY, 'mail'] as const;
const ROW_PX = 60;
const ROWS = 10;

export function MailChoices() {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call('notices/get-mail-choices', {}, { quiet: true }),
  });
  const choose = useMutation({
    mutationFn: (choice: { readonly kind: MailKind; readonly byMail: boolean }) =>
      call('notices/set-mail-choice', choice),
    onSuccess: (_, { kind, byMail }) => {
      queryClient.setQueryData<CallData<'notices/get-mail-choices'>>(KEY, (before) =>
        before?.map((each) => (each.kind === kind ? { kind, byMail } : each)),
      );
      notify.success(t('message.mail.saved'));
    },
  });
  return (
    <section aria-labelledby="mail-choices" className="max-w-[680px] px-8 py-6">
      <h2 id="mail-choices" className="text-[20px] leading-7 font-semibold">
        {t('message.mail.title')}
      </h2>
      <p className="mt-2 text-[14px] leading-[23px]">{t('message.mail.lead')}</p>
      <ul className="border-line divide-line mt-5 divide-y rounded-lg border">
        <Choice name={t('message.mail.security')} text={t('message.mail.securityText')}>
          <Tag tone="info">{t('message.mail.always')}</Tag>
        </Choice>
        {data?.map(({ kind, byMail }) => (
          <Choice key={kind} name={t(`message.mail.${kind}`)} text={t(`message.mail.${kind}Text`)}>
            <Switch
              label={t(`message.mail.${kind}`)}
              checked={byMail}
              onChange={(on) => choose.mutate({ kind, byMail: on })}
            />
          </Choice>
        ))}
      </ul>
      {isError && <ListFailed error={error} onRetry={refetch} />}
      {data === undefined && !isError && <SkeletonRows rows={ROWS} height={ROW_PX} />}
    </section>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly text: string;
  readonly children: ReactNode;
}
function Choice({ name, text, children }: ChoiceProps) {
  return (
    <li className="flex min-h-[60px] items-center gap-6 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="text-[13.5px] font-medium">{name}</p>
        <p className="text-mut text-[12.5px] leading-5">{text}</p>
      </div>
      {children}
    </li>
  );
}
