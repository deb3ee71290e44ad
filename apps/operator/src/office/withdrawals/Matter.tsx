/** What a withdrawal is: amount, destination, and what is usual for its user. */
import type { OfficeWithdrawal } from '@glasshouse/protocol/funding/office';
import { Code, formatTime, KeyValue } from '@glasshouse/ui';
import { useAgeText } from '../parts/Age.tsx';
import { amountText } from '../parts/columns.tsx';
import { useTexts } from '../texts.ts';

const ENDS = 6;

export function Matter({ withdrawal }: { readonly withdrawal: OfficeWithdrawal }) {
  const { t } = useTexts();
  const { amount, fee, currency, chain, time, share, usual, deposited, payment, txid } = withdrawal;
  const transaction = payment?.txid ?? txid;
  return (
    <>
      <div>
        <p className="num flex items-baseline gap-2">
          <b className="text-[26px] leading-8 font-semibold tracking-[-0.02em]">{amountText(amount)}</b>
          <Code className="text-mut">
            {currency} · {chain}
          </Code>
        </p>
        <p className="num text-mut">
          {t('feeAndRequest', { fee: `${amountText(fee)} ${currency}`, time: formatTime(time) })}
        </p>
      </div>
      <Destination withdrawal={withdrawal} />
      <dl className="num grid grid-cols-2 gap-x-6 gap-y-1">
        <KeyValue name={t('customer')} value={<Code>{withdrawal.userId}</Code>} />
        <KeyValue name={t('ofBalance')} value={share === null ? '–' : `${share}%`} />
        <KeyValue
          name={t('usualMedian')}
          value={usual.median === null ? '–' : `${amountText(usual.median)} (${usual.count})`}
        />
        <KeyValue name={t('depositedBefore')} value={amountText(deposited)} />
      </dl>
      {payment !== null && <p>{t(`payment_${payment.state}`)}</p>}
      {transaction !== '' && (
        <p>
          <span className="text-mut">{t('transaction')}</span>{' '}
          <Code className="font-mono text-[11px] break-all">{transaction}</Code>
        </p>
      )}
    </>
  );
}

function Destination({ withdrawal }: { readonly withdrawal: OfficeWithdrawal }) {
  const { t } = useTexts();
  const ageText = useAgeText();
  const { address, memo, addressSince, time } = withdrawal;
  const [first, last] = [address.slice(0, ENDS), address.slice(-ENDS)];
  return (
    <div className="bg-raised/60 rounded-md px-3 py-2">
      <Code className="block font-mono text-[12px] break-all">
        {address.length <= 2 * ENDS ? (
          address
        ) : (
          <>
            <span className="text-brand-ink">{first}</span>
            {address.slice(ENDS, -ENDS)}
            <span className="text-brand-ink">{last}</span>
          </>
        )}
      </Code>
      {memo !== '' && (
        <p className="mt-1">
          <span className="text-mut">{t('memo')}</span> <Code>{memo}</Code>
        </p>
      )}
      <p className="num text-mut mt-1">
        {addressSince === null ? t('addressNew') : t('addressKnown', { age: ageText(time - addressSince) })}
      </p>
    </div>
  );
}
