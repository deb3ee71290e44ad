/** Deposits by voucher: the form, the steps that follow, and the user's vouchers. */
import { Card, Empty } from '@glasshouse/ui';
import { useState } from 'react';
import { CardLoading, CENTER_GRID } from '#shared/lists/CardLoading.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useVoucherTerms, type VoucherRow } from './calls.ts';
import { VoucherCards } from './VoucherCards.tsx';
import { VoucherForm, type VoucherDraft } from './VoucherForm.tsx';
import { VoucherOrder } from './VoucherOrder.tsx';

export function VoucherPanel() {
  const { t } = useTranslation();
  const terms = useVoucherTerms();
  const [draft, setDraft] = useState<VoucherDraft & { readonly number: number }>({ number: 0 });
  if (terms.data === undefined) return <CardLoading query={terms} cards={[520]} aside={[300]} />;
  if (terms.data.length === 0)
    return (
      <Card>
        <Empty title={t('voucher.none')} text={t('voucher.noneText')} />
      </Card>
    );
  const next = (given: VoucherDraft) => setDraft(({ number }) => ({ ...given, number: number + 1 }));
  const again = ({ currency, chain, amount, seenAmount, remark }: VoucherRow) => {
    next({ place: `${currency} ${chain}`, amount: seenAmount || amount, remark });
    window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <>
      <div className={CENTER_GRID}>
        <VoucherForm key={draft.number} terms={terms.data} draft={draft} onDone={() => next({})} />
        <VoucherOrder />
      </div>
      <VoucherCards onAgain={again} />
    </>
  );
}
