/** The four facts above pools and miners. */
import { DateTime } from '@glasshouse/ui';
import { STATUS } from '@glasshouse/protocol/mining/terms';
import { Big } from 'big.js';
import { useSession } from '#data/session.ts';
import { useTranslation } from '#shared/i18n.ts';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { unknownFacts, type Fact } from '#shared/products/FactStrip.tsx';
import { grownOf, sumsOf } from '#shared/products/fixed-terms.ts';
import { sumFact } from '#shared/products/offer-facts.tsx';
import { FirstSum, SumNote } from '#shared/products/SumNote.tsx';
import { useNow } from '#shared/products/useNow.ts';
import { useOpenMiners } from './calls.ts';

/** The facts about the user's own miners; none for a visitor. */
export function useOwnFacts(): Fact[] {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  const { data } = useOpenMiners();
  const nowMs = useNow();
  if (!signedIn) return [];
  const miners = data ?? [];
  const held = sumsOf(miners, ({ amount }) => amount);
  const grown = sumsOf(miners, (miner) => grownOf(miner, nowMs, decimalsNow(miner.currency)).profit);
  const over = miners.filter(({ status }) => status === STATUS.toBeRedeemed);
  const ready = sumsOf(over, ({ amount, interest }) => new Big(amount).plus(interest).toFixed());
  const next = miners.toSorted((a, b) => a.dueTime - b.dueTime)[0];
  const facts: Fact[] = [
    {
      key: 'held',
      label: t('mining.facts.held'),
      ...sumFact({ sums: held }, t('mining.facts.miners', { count: miners.length })),
    },
    {
      key: 'reward',
      label: t('mining.facts.reward'),
      ...sumFact({ sums: grown, signed: true }, t('mining.facts.perDay')),
    },
    {
      key: 'ready',
      label: t('mining.facts.ready'),
      value: <FirstSum sums={ready} />,
      note:
        over.length > 0 || next === undefined ? (
          <SumNote sums={ready} note={t('mining.facts.over', { count: over.length })} />
        ) : (
          <>
            {t('mining.facts.next')} <DateTime timeMs={next.dueTime} />
          </>
        ),
    },
  ];
  return data === undefined ? unknownFacts(facts) : facts;
}
