/** The dashboard: everything that waits for people, by age. */
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import { SkeletonRows } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Headset, UsersRound } from 'lucide-react';
import { call } from './api.ts';
import { Page } from './frame/Page.tsx';
import { REVIEW_AIM_MS } from './identity/useCases.ts';
import { mayChat, PAGES, pagesOf } from './pages.ts';
import { AgeAxis, type AgeAxisRow } from './parts/AgeAxis.tsx';
import { useSelf } from './self.ts';
import { useTexts } from './texts.ts';
import { VOUCHER_AIM_MS } from './vouchers/useVouchers.ts';
import { WATCH_AIM_MS } from './watch/useWatch.ts';
import { DECIDE_AIM_MS } from './withdrawals/useWithdrawals.ts';
import { CHAT_AIM_MS, OPEN_CHATS, useInbox } from './useInbox.ts';
import { Failed } from './parts/states.tsx';

/** How soon a second person should decide. */
const ACT_AIM_MS = 60 * 60_000;
const EVERY_MS = 5_000;
/** More than these are not drawn as dots. */
const DOTS_MAX = 100;

/** The queues of identities, withdrawals, vouchers and the watch; each call lists what waits oldest first. */
const QUEUES = {
  '/identity': { call: 'kyc/get-queue', text: 'identityPage', aimMs: REVIEW_AIM_MS },
  '/withdrawals': { call: 'withdrawals/get-queue', text: 'withdrawals', aimMs: DECIDE_AIM_MS },
  '/vouchers': { call: 'vouchers/get-queue', text: 'vouchersPage', aimMs: VOUCHER_AIM_MS },
  '/watch': { call: 'watch/get-cases', text: 'watch_page', aimMs: WATCH_AIM_MS },
} as const;

/** Since when each thing of a queue waits. */
function useQueueDots(to: keyof typeof QUEUES, role: OperatorSelf['role']) {
  return useQuery({
    queryKey: ['dots', to],
    refetchInterval: EVERY_MS,
    enabled: pagesOf(role).some((page) => page.to === to),
    queryFn: async () => {
      const { list } = await call(QUEUES[to].call, { view: 'waiting', pageSize: DOTS_MAX });
      return { to, sinceMs: list.map(({ time }) => time) };
    },
  });
}

export function DashboardPage() {
  const { data: self } = useSelf();
  return self === null || self === undefined ? null : <Dashboard self={self} />;
}

function Dashboard({ self }: { readonly self: OperatorSelf }) {
  const { t } = useTexts();
  const chats = useInbox(OPEN_CHATS, mayChat(self.role));
  const acts = useQuery({
    queryKey: ['acts', 'asked', 'dots'],
    refetchInterval: EVERY_MS,
    queryFn: () => call('operators/get-acts', { list: 'asked', pageSize: DOTS_MAX }),
  });
  const queues = [
    useQueueDots('/identity', self.role),
    useQueueDots('/withdrawals', self.role),
    useQueueDots('/vouchers', self.role),
    useQueueDots('/watch', self.role),
  ];
  const failed = [chats, acts, ...queues].find(({ error }) => error !== null);
  const rows: AgeAxisRow[] = [];
  if (chats.data !== undefined)
    rows.push({
      id: 'chats',
      icon: Headset,
      name: <Link to="/inbox">{t('inbox')}</Link>,
      sinceMs: chats.data.list.flatMap(({ waitsSince }) => waitsSince ?? []),
      aimMs: CHAT_AIM_MS,
    });
  for (const { data } of queues)
    if (data !== undefined)
      rows.push({
        id: data.to,
        icon: PAGES.find(({ to }) => to === data.to)!.icon,
        name: <Link to={data.to}>{t(QUEUES[data.to].text)}</Link>,
        sinceMs: data.sinceMs,
        aimMs: QUEUES[data.to].aimMs,
      });
  if (acts.data !== undefined)
    rows.push({
      id: 'acts',
      icon: UsersRound,
      name: <Link to="/acts">{t('acts')}</Link>,
      sinceMs: acts.data.list.map(({ time }) => time),
      aimMs: ACT_AIM_MS,
    });
  return (
    <Page title={t('dashboard')} fact={t('dashboardFact')}>
      <section aria-label={t('whatWaits')} className="bg-panel min-h-0 flex-1 overflow-y-auto">
        <h2 className="flex h-10 items-center px-4 text-[13px] font-semibold">{t('whatWaits')}</h2>
        {rows.length > 0 && <AgeAxis label={t('whatWaits')} rows={rows} />}
        {rows.length === 0 && failed === undefined && <SkeletonRows rows={2} height={42} />}
        {failed?.error != null && <Failed error={failed.error} onRetry={failed.refetch} />}
      </section>
    </Page>
  );
}
