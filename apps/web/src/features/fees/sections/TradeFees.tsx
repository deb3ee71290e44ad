/** The trading fees by tier. */
import { Num } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable } from '#shared/lists/DataTable.tsx';
import { ratesOf, type TierRates } from '../fee-figures.ts';
import type { PairInfo } from '#data/pairs.ts';
import { percentText } from '#shared/rates.ts';
import type { Fees } from '../useFees.ts';
import { FeeSection } from './FeeSection.tsx';

const ROW_PX = 40;
const LOADING_ROWS = 5;
/** Of both tables, so that the fees of other pairs stand below those of the tiers. */
const RATE_WIDTH = '22%';
const WHOLE = { makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 } as const;

interface TierRow extends TierRates {
  readonly tier: number;
  readonly volume: string;
}

/** The fee tiers on the first pair, which is traded most; one row if there are no tiers. */
export function tierRows({ catalogue, tiers }: Fees): readonly TierRow[] {
  const pair = catalogue.data?.pairs[0];
  if (pair === undefined || tiers.data === undefined) return [];
  const all = tiers.data.tiers.length > 0 ? tiers.data.tiers : [{ volume: '0', ...WHOLE }];
  return all.map((tier, index) => ({ tier: index, volume: tier.volume, ...ratesOf(pair, tier) }));
}

/** The pairs whose fees are not those of the first one, before tiers. */
export function otherPairs({ catalogue }: Fees): readonly PairInfo[] {
  const [first, ...more] = catalogue.data?.pairs ?? [];
  return more.filter(
    ({ makerFeePpm, takerFeePpm }) => makerFeePpm !== first?.makerFeePpm || takerFeePpm !== first.takerFeePpm,
  );
}

export function TradeFees({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  const { tiers, catalogue } = fees;
  const first = catalogue.data?.pairs[0];
  const others = otherPairs(fees);
  const pairs =
    others.length === 0
      ? t('fees.allPairs', { count: catalogue.data?.pairs.length ?? 0 })
      : `${first?.baseCoin}/${first?.quoteCoin}`;
  const coin = tiers.data?.volumeCoin ?? '';
  return (
    <FeeSection
      id="trade"
      title={t('section.spot.name')}
      aside={t('fees.taken', { pairs })}
      foot={t('fees.tierFoot', { days: tiers.data?.days ?? 0 })}
    >
      <DataTable
        look="card"
        label={t('fees.tiers')}
        list={{ ...tiers, rows: tierRows(fees) }}
        loadingRows={LOADING_ROWS}
        emptyText=""
        rowHeight={ROW_PX}
        rowKey={({ tier }) => String(tier)}
        columns={[
          { key: 'tier', head: t('fees.tier'), width: '150px', render: ({ tier }) => tier },
          {
            key: 'volume',
            head: t('fees.volume', { days: tiers.data?.days ?? 0, coin }),
            right: true,
            render: ({ volume }) => <Num value={volume} decimals={0} />,
          },
          {
            key: 'maker',
            head: t('fees.maker'),
            right: true,
            width: RATE_WIDTH,
            className: 'num font-semibold',
            render: ({ makerPpm }) => percentText(makerPpm),
          },
          {
            key: 'taker',
            head: t('fees.taker'),
            right: true,
            width: RATE_WIDTH,
            className: 'num font-semibold',
            render: ({ takerPpm }) => percentText(takerPpm),
          },
        ]}
      />
      {others.length > 0 && <OtherPairs pairs={others} />}
    </FeeSection>
  );
}

/** Pairs with fees of their own, which the tiers lower by the same shares. */
function OtherPairs({ pairs }: { readonly pairs: readonly PairInfo[] }) {
  const { t } = useTranslation();
  const rate = (key: 'maker' | 'taker', of: (pair: PairInfo) => number) => ({
    key,
    head: t(`fees.${key}`),
    right: true,
    width: RATE_WIDTH,
    className: 'num font-semibold',
    render: (pair: PairInfo) => percentText(of(pair)),
  });
  return (
    <DataTable
      look="card"
      label={t('fees.otherPairs')}
      list={{ rows: pairs, isPending: false, isError: false, refetch: async () => {} }}
      loadingRows={0}
      emptyText=""
      rowHeight={ROW_PX}
      rowKey={({ symbol }) => symbol}
      columns={[
        {
          key: 'pair',
          head: t('fees.otherPairs'),
          render: ({ baseCoin, quoteCoin }) => `${baseCoin}/${quoteCoin}`,
        },
        rate('maker', ({ makerFeePpm }) => makerFeePpm),
        rate('taker', ({ takerFeePpm }) => takerFeePpm),
      ]}
    />
  );
}
