/** Redemption after the cycle, and before it with both futures side by side. */
import { Button, DateTime, Dialog, FieldError, formatNumber, KeyValue, Num } from '@glasshouse/ui';
import { Big } from 'big.js';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { grownOf } from '#shared/products/fixed-terms.ts';
import { FundPasswordCells } from '#shared/products/FundPasswordCells.tsx';
import { useNow } from '#shared/products/useNow.ts';
import { useSending } from '#shared/products/useSending.ts';
import { redeem, redeemEarly, type MinerRecord } from './calls.ts';
import { useMinerName } from './MinerTable.tsx';

const EXACT = { decimals: 8, decimalsMin: 2 } as const;
const SHORT = { decimals: 8, decimalsMin: 0 } as const;

interface RedeemProps {
  readonly miner: MinerRecord;
  readonly close: () => void;
}

export function RedeemDialog({ miner, close }: RedeemProps) {
  const { t } = useTranslation();
  const name = useMinerName()(miner);
  const form = useSending({ close });
  const { currency, amount, interest, redeemableAmount } = miner;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('mining.redeem.title', { name })}
      closeLabel={t('common.close')}
      width={440}
    >
      <dl className="bg-raised grid gap-1.5 rounded-lg px-4 py-3">
        <KeyValue name={t('terms.deposit')} value={<Num value={amount} {...EXACT} unit={currency} />} />
        <KeyValue
          name={t('mining.redeem.reward')}
          value={<Num value={interest} {...EXACT} unit={currency} signed toned />}
        />
        <KeyValue
          name={t('mining.redeem.total')}
          value={<Num value={redeemableAmount} {...EXACT} unit={currency} className="font-semibold" />}
        />
      </dl>
      <p className="text-mut my-3 text-[12.5px]">{t('mining.redeem.text')}</p>
      {form.wrong !== undefined && <FieldError id="redeem-wrong" text={form.wrong} />}
      <MoneyButton
        tone="brand"
        size="lg"
        className="w-full"
        busy={form.busy}
        onClick={() => form.send(() => redeem(miner.id), t('mining.redeem.done'))}
      >
        {t('mining.redeem.button', { amount: formatNumber(redeemableAmount, SHORT), coin: currency })}
      </MoneyButton>
    </Dialog>
  );
}

/** The filled button is the one that loses nothing. */
export function RedeemEarlyDialog({ miner, close }: RedeemProps) {
  const { t } = useTranslation();
  const name = useMinerName()(miner);
  const form = useSending({ close, isLock: true });
  const { id, currency, amount, interest } = miner;
  const grown = grownOf(miner, useNow(), decimalsNow(currency));
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('mining.early.title', { name })}
      closeLabel={t('common.close')}
      width={560}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.send((fundPassword) => redeemEarly({ id, fundPassword }), t('mining.early.done'));
        }}
      >
        <Futures miner={miner} days={grown.fullDays} left={grown.remainingDays} grown={grown.profit} />
        <p className="border-bad/40 bg-bad/10 flex items-center gap-3 rounded-lg border px-4 py-2.5">
          <TriangleAlert aria-hidden size={16} className="text-bad shrink-0" />
          {t('mining.early.givenUp')}
          <span className="text-mut ml-auto text-right">
            <Num value={`-${interest}`} {...EXACT} toned className="text-[16px] font-semibold" /> {currency}
            {', '}
            {t('mining.early.grown', { amount: formatNumber(grown.profit, EXACT) })}
          </span>
        </p>
        {form.password !== null && <FundPasswordCells {...form.password} />}
        {form.wrong !== undefined && <FieldError id="redeem-early-wrong" text={form.wrong} />}
        <div className="grid grid-cols-2 gap-3">
          <MoneyButton type="submit" tone="danger" size="lg" busy={form.busy}>
            {t('mining.early.button', { amount: formatNumber(amount, SHORT), coin: currency })}
          </MoneyButton>
          <Button tone="brand" size="lg" onClick={close}>
            {t('mining.early.keep')}
          </Button>
        </div>
        <p className="text-mut text-[12.5px]">{t('mining.early.text')}</p>
      </form>
    </Dialog>
  );
}

interface FuturesProps {
  readonly miner: MinerRecord;
  readonly days: number;
  readonly left: number;
  readonly grown: string;
}
function Futures({ miner, days, left, grown }: FuturesProps) {
  const { t } = useTranslation();
  const { amount, interest, currency, dueTime } = miner;
  const given = <span className="text-down">{t('mining.early.lost')}</span>;
  const toCome = new Big(interest).minus(grown).toFixed();
  const gain = (value: string) => <Num value={value} {...EXACT} signed toned />;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Future
        head={t('mining.early.now')}
        total={amount}
        currency={currency}
        lines={{ amount, days, left, grown: given, toCome: given }}
      />
      <Future
        head={
          <>
            {t('mining.early.wait')} <DateTime timeMs={dueTime} />
          </>
        }
        total={new Big(amount).plus(interest).toFixed()}
        currency={currency}
        isBetter
        lines={{ amount, days, left, grown: gain(grown), toCome: gain(toCome) }}
      />
    </div>
  );
}

interface FutureProps {
  readonly head: ReactNode;
  readonly total: string;
  readonly currency: string;
  readonly isBetter?: boolean;
  readonly lines: {
    readonly amount: string;
    readonly days: number;
    readonly left: number;
    readonly grown: ReactNode;
    readonly toCome: ReactNode;
  };
}
function Future({ head, total, currency, isBetter = false, lines }: FutureProps) {
  const { t } = useTranslation();
  const { amount, days, left, grown, toCome } = lines;
  return (
    <section
      className={`rounded-lg border px-4 py-3 ${isBetter ? 'border-brand/70 bg-brand-soft/40' : 'border-line'}`}
    >
      <p className="text-mut text-[12.5px]">{head}</p>
      <p className="border-line mb-2 border-b pb-2">
        <Num value={total} {...EXACT} unit={currency} className="text-[19px] font-semibold" />
      </p>
      <dl className="grid gap-1 text-[12.5px]">
        <KeyValue name={t('terms.deposit')} value={<Num value={amount} {...EXACT} />} />
        <KeyValue name={t('mining.early.rewardOf', { days })} value={grown} />
        <KeyValue name={t('mining.early.toCome', { days: left })} value={toCome} />
      </dl>
    </section>
  );
}
