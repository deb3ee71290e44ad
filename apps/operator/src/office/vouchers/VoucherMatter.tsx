/** What an owner has handed in, where the payment had to go, and who else has the picture. */
import type { OfficeVoucher } from '@glasshouse/protocol/vouchers/office';
import { Code, formatTime, KeyValue } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { Caption } from '../parts/Caption.tsx';
import { amountText } from '../parts/columns.tsx';
import { Photo } from '../parts/Photo.tsx';
import { useTexts } from '../texts.ts';

export function VoucherMatter({ voucher }: { readonly voucher: OfficeVoucher }) {
  const { t } = useTexts();
  const { id, userId, time, currency, chain, amount, remark, payTo, memo, hasPicture } = voucher;
  const { seenAmount, txid, rejection, note } = voucher;
  return (
    <>
      <p className="num flex items-baseline gap-2">
        <b className="text-[26px] leading-8 font-semibold tracking-[-0.02em]">{amountText(amount)}</b>
        <Code className="text-mut">
          {currency} · {chain}
        </Code>
      </p>
      {hasPicture ? (
        <Photo
          name={t('picture')}
          queryKey={['voucher', id]}
          load={() => call('vouchers/get-picture', { id })}
          height="h-[150px]"
        />
      ) : (
        <p className="text-mut">{t('pictureGone')}</p>
      )}
      <dl className="num grid gap-y-1">
        <KeyValue name={t('customer')} value={<Code>{userId}</Code>} />
        <KeyValue name={t('handedIn')} value={formatTime(time)} />
        <KeyValue
          name={t('payTo')}
          value={
            payTo === null ? t('noAddress') : <Code className="font-mono text-[11px] break-all">{payTo}</Code>
          }
        />
        {memo !== '' && <KeyValue name={t('memo')} value={<Code>{memo}</Code>} />}
        <KeyValue name={t('remark')} value={remark} />
        {seenAmount !== '' && (
          <KeyValue name={t('networkShows')} value={`${amountText(seenAmount)} ${currency}`} />
        )}
        {txid !== '' && (
          <KeyValue
            name={t('transaction')}
            value={<Code className="font-mono text-[11px] break-all">{txid}</Code>}
          />
        )}
        {rejection !== null && <KeyValue name={t('rejection')} value={t(`voucherRejection_${rejection}`)} />}
        {note !== '' && <KeyValue name={t('noteToCustomer')} value={note} />}
      </dl>
      <Duplicates voucher={voucher} />
    </>
  );
}

function Duplicates({ voucher: { duplicates } }: { readonly voucher: OfficeVoucher }) {
  const { t } = useTexts();
  if (duplicates.length === 0) return null;
  return (
    <div>
      <Caption right={duplicates.length}>{t('samePicture')}</Caption>
      <ul className="border-warn/50 num rounded-md border">
        {duplicates.map(({ id, userId, state, time }) => (
          <li
            key={id}
            className="border-line/70 flex min-h-[29px] items-center gap-2.5 border-t px-3 first:border-t-0"
          >
            <Link
              to="/vouchers"
              search={{ view: 'all', id }}
              className="text-brand-ink font-medium hover:underline"
            >
              V-{id}
            </Link>
            <Code>{userId}</Code>
            <span className="text-mut ml-auto">{formatTime(time, 'recent')}</span>
            <span>{t(`voucherState_${state}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
