/** Warns users in advance of what they may not do on this page now, why, and where to change it. */
import type { Operation } from '@glasshouse/protocol';
import { withLocalTimes } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { call } from '#data/api.ts';
import { PERSONAL } from '#data/query-client.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';

/** A limit may be reached, or a wait may end, while the page is open. */
const ASK_AGAIN_MS = 60_000;

export function RestrictionBar({ operation }: { readonly operation: Operation }) {
  const { t, language } = useTranslation();
  const { data } = useQuery({
    queryKey: [PERSONAL, 'permissions', language],
    queryFn: () => call('identity/get-permissions', {}, { quiet: true }),
    refetchInterval: ASK_AGAIN_MS,
  });
  const refused = data?.find((each) => each.operation === operation && !each.allowed);
  if (refused === undefined) return null;
  const isIdentity = refused.error === 'kyc/required';
  return (
    <p
      role="note"
      className="bg-warn-soft text-fg flex h-9 shrink-0 items-center justify-center gap-2 px-6 text-[12.5px]"
    >
      <ShieldAlert aria-hidden className="text-warn size-4" />
      {withLocalTimes(refused.msg)}
      <PageLink
        to={isIdentity ? '/setting/verify' : '/setting/safty'}
        className="text-brand-ink ml-1 font-semibold"
      >
        {t(isIdentity ? 'shell.verify' : 'shell.settings')}
      </PageLink>
    </p>
  );
}
