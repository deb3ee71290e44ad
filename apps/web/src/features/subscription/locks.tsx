/** The user's money that is locked in subscriptions, for the portfolio. */
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { ProductLocks } from '#shared/product-locks.ts';
import { useFrozen, useProjects } from './calls.ts';
import { section } from './section.ts';
import { resultOf, useProjectName } from './SubscriptionTable.tsx';

/**
 * The coins and the refund of each subscription. Before the close, as if the project closed now.
 */
function useLocks(): ReturnType<ProductLocks['useLocks']> {
  const { t } = useTranslation();
  const query = useFrozen();
  const { data: projects } = useProjects();
  const nameOf = useProjectName();
  return {
    locks: query.data?.map((row) => {
      const project = projects?.find((each) => each.project === row.project);
      const result = resultOf(row, project);
      return {
        key: `subscription-${row.id}`,
        coin: row.currency,
        amount: row.amount,
        name: `${nameOf(row.project)} S-${row.id}`,
        kind: t('section.subscription.name'),
        endMs: project?.distributesTime ?? null,
        gets:
          result === undefined ? (
            '–'
          ) : (
            <span>
              {!result.isKnown && '≈ '}
              <Balance value={result.coins} decimals={2} unit={row.coin} /> +{' '}
              <Balance value={result.returned} decimals={2} unit={row.currency} />
            </span>
          ),
      };
    }),
    accrued: query.data === undefined ? undefined : [],
    failed: query.isError && query.data === undefined ? query : undefined,
  };
}

export const locks: ProductLocks = { section, feature: 'subscription', useLocks };
