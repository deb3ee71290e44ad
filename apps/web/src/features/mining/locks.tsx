/** What mining holds of the reader, for the portfolio. */
import { Big } from 'big.js';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { ProductLocks } from '#shared/product-locks.ts';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { grownOf, sumsOf } from '#shared/products/fixed-terms.ts';
import { useNow } from '#shared/products/useNow.ts';
import { useOpenMiners } from './calls.ts';
import { useMinerName } from './MinerTable.tsx';
import { section } from './section.ts';

const DECIMALS = 8;

function useLocks(): ReturnType<ProductLocks['useLocks']> {
  const { t } = useTranslation();
  const query = useOpenMiners();
  const nameOf = useMinerName();
  const nowMs = useNow();
  const miners = query.data;
  return {
    locks: miners?.map((miner) => ({
      key: `mining-${miner.id}`,
      coin: miner.currency,
      amount: miner.amount,
      name: nameOf(miner),
      kind: t('section.mining.name'),
      endMs: miner.dueTime,
      gets: (
        <Balance
          value={new Big(miner.amount).plus(miner.interest).toFixed()}
          decimals={DECIMALS}
          unit={miner.currency}
        />
      ),
    })),
    accrued:
      miners === undefined
        ? undefined
        : sumsOf(miners, (miner) => grownOf(miner, nowMs, decimalsNow(miner.currency)).profit).map(
            ({ currency: coin, amount }) => ({ coin, amount }),
          ),
    failed: query.isError && miners === undefined ? query : undefined,
  };
}

export const locks: ProductLocks = { section, feature: 'mining', useLocks };
