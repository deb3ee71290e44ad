/** /setting/invite: link, code, QR code, and the friends who registered. */
import { Card, DateTime, Field, formatPercent, Num, Tag, TextInput } from '@glasshouse/ui';
import type { FriendRow } from '@glasshouse/protocol/identity';
import { Gift, Link2, Ticket } from 'lucide-react';
import { usePersonQuery } from '#data/person.ts';
import { CopyButton } from '#shared/CopyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { QrCode } from '#shared/QrCode.tsx';
import { useCommissions, useFriends } from './calls.ts';

const QR_SIZE = 168;
const ROW_PX = 40;

export function InvitePage() {
  const { t } = useTranslation();
  const person = usePersonQuery();
  return (
    <>
      <PageHeader title={t('invite.title')} lead={t('invite.lead')} />
      <div className="grid grid-cols-[1fr_348px] items-start gap-4">
        <div className="grid gap-4">
          {person.data === undefined ? (
            <CardLoading query={person} cards={[210]} />
          ) : (
            <Invitation code={person.data.invitationCode} />
          )}
          <Friends />
        </div>
        <Commissions />
      </div>
    </>
  );
}

const SHARE_STYLE = { decimals: 2, decimalsMin: 0, signed: false } as const;

function Invitation({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  const link = `${window.location.origin}/pc/login/register?invite=${code}`;
  return (
    <Card>
      <div className="flex gap-6">
        <QrCode text={link} label={t('invite.qr')} size={QR_SIZE} />
        <div className="grid flex-1 content-start gap-4">
          <Field label={t('invite.link')}>
            {(ids) => (
              <div className="flex items-center gap-2">
                <div className="min-w-0 flex-1">
                  <TextInput {...ids} icon={Link2} readOnly value={link} />
                </div>
                <CopyButton size="md" text={link} label={t('invite.copyLink')} />
              </div>
            )}
          </Field>
          <Field label={t('invite.code')}>
            {(ids) => (
              <div className="flex items-center gap-2">
                <div className="min-w-0 flex-1">
                  <TextInput {...ids} icon={Ticket} readOnly value={code} />
                </div>
                <CopyButton size="md" text={code} label={t('invite.copyCode')} />
              </div>
            )}
          </Field>
        </div>
      </div>
    </Card>
  );
}

function Commissions() {
  const { t } = useTranslation();
  const commissions = useCommissions();
  const { data } = commissions;
  if (data === undefined) return <CardLoading query={commissions} cards={[172]} />;
  return (
    <Card title={t('invite.commissions')}>
      <p className="text-mut flex gap-2.5 text-[12.5px] leading-[19px]">
        <Gift aria-hidden size={16} className="mt-0.5 shrink-0" />
        {t('invite.commissionsText', { share: formatPercent(Number(data.share), SHARE_STYLE) })}
      </p>
      {data.list.length === 0 && <p className="mt-4 text-[13px]">{t('invite.noCommission')}</p>}
      <ul className="mt-3 grid gap-1.5">
        {data.list.map(({ currency, amount }) => (
          <li key={currency} className="flex justify-between text-[13px]">
            <span className="text-mut">{currency}</span>
            <Num value={amount} decimals={8} decimalsMin={2} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Friends() {
  const { t } = useTranslation();
  const friends = useFriends();
  return (
    <section className="border-line bg-panel flex flex-col rounded-xl border">
      <div className="flex h-12 shrink-0 items-center gap-2.5 px-5">
        <h2 className="text-[14px] font-semibold">{t('invite.friends')}</h2>
        {!friends.isPending && !friends.isError && (
          <span translate="no" className="num notranslate text-mut">
            {friends.sum}
          </span>
        )}
      </div>
      <DataTable
        look="fixed"
        className="text-[13px]"
        label={t('invite.friends')}
        list={friends}
        emptyText={t('invite.none')}
        columns={useFriendColumns()}
        rowKey={(friend) => `${friend.account}${friend.time}`}
        rowHeight={ROW_PX}
      />
    </section>
  );
}

function useFriendColumns(): Column<FriendRow>[] {
  const { t } = useTranslation();
  return [
    { key: 'account', head: t('invite.account'), width: '38%', render: (friend) => friend.account },
    {
      key: 'registered',
      head: t('invite.registered'),
      render: (friend) => <DateTime timeMs={friend.time} />,
    },
    {
      key: 'identity',
      head: t('invite.identity'),
      render: (friend) => (
        <Tag tone={friend.verified ? 'info' : 'mut'}>
          {t(friend.verified ? 'verify.states.2' : 'invite.notVerified')}
        </Tag>
      ),
    },
  ];
}
