/** The levels of identity: the operations that each allows, and its withdrawal limit. */
import { Num } from '@glasshouse/ui';
import type { AccountRules } from '@glasshouse/protocol/parameters';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable } from '#shared/lists/DataTable.tsx';
import type { Fees } from '../useFees.ts';
import { FeeSection } from './FeeSection.tsx';

const ROW_PX = 40;
const LEVELS = ['unverified', 'reviewing', 'verified'] as const;
type Level = (typeof LEVELS)[number];
type Operation = AccountRules['identityFor'][number];

/** The operations that have a column, by the text of its head. */
const COLUMNS = [
  ['trade', 'footer.trade'],
  ['speculate', 'fees.operations.speculate'],
  ['exchange', 'fees.operations.exchange'],
  ['invest', 'footer.invest'],
  ['subscribe', 'section.subscription.name'],
] as const;

export function IdentityLevels({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  const { rules, terms } = fees;
  const needed = rules.data?.identityFor ?? [];
  const isOpen = (level: Level, operation: Operation): boolean =>
    level === 'verified' || !needed.includes(operation);
  const word = (is: boolean) => (is ? t('common.yes') : t('common.no'));
  const limits = terms.data?.dailyLimits;
  const limitOf = (level: Level): string =>
    isOpen(level, 'withdraw') ? (limits?.[level === 'verified' ? 'verified' : 'unverified'] ?? '0') : '0';
  const hours = rules.data?.hours;
  return (
    <FeeSection
      id="identity"
      title={t('fees.parts.identity')}
      foot={
        hours === undefined
          ? ' '
          : t('fees.identityFoot', {
              address: hours.address,
              credentials: hours.credentials,
              email: hours.email,
            })
      }
    >
      <DataTable
        look="card"
        label={t('fees.parts.identity')}
        list={{ ...rules, rows: rules.data === undefined ? [] : LEVELS }}
        loadingRows={LEVELS.length}
        emptyText=""
        rowHeight={ROW_PX}
        rowKey={(level) => level}
        columns={[
          {
            key: 'level',
            head: t('fees.level'),
            width: '150px',
            className: 'font-semibold',
            render: (level) => t(`fees.levels.${level}`),
          },
          { key: 'look', head: t('fees.look'), render: () => t('common.yes') },
          ...COLUMNS.map(([operation, head]) => ({
            key: operation,
            head: t(head),
            render: (level: Level) => word(isOpen(level, operation)),
          })),
          {
            key: 'limit',
            head: t('fees.dailyLimit'),
            right: true,
            className: 'font-semibold',
            render: (level) => <Num value={limitOf(level)} decimals={0} />,
          },
        ]}
      />
    </FeeSection>
  );
}
