/** The user's vouchers: the claimed transfer, what the network shows, and the decision. */
import { Button, Card, classNames, CoinMark, DateTime, KeyValue, Tag, type TagTone } from '@glasshouse/ui';
import { useOffline } from '#data/stream.ts';
import { Balance } from '#shared/Balance.tsx';
import { useBalanceText } from '#shared/balance-text.ts';
import { CopyButton } from '#shared/CopyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PagedBody } from '#shared/lists/PagedBody.tsx';
import { notify } from '#shared/notify.ts';
import { shortHash } from '#shared/short-hash.ts';
import { useTakeBack, useVouchers, type VoucherRow } from './calls.ts';

const ROW_PX = 72;
const EXACT = { decimals: 8, decimalsMin: 2 } as const;
const TONES: Readonly<Record<VoucherRow['status'], TagTone>> = {
  pending: 'warn',
  finished: 'mut',
  rejected: 'bad',
  withdrawn: 'mut',
};

interface Handing {
  readonly onAgain: (voucher: VoucherRow) => void;
}

export function VoucherCards({ onAgain }: Handing) {
  const { t } = useTranslation();
  const vouchers = useVouchers();
  return (
    <Card title={t('voucher.yours')} padded={false} className="mt-4 overflow-hidden">
      <PagedBody list={vouchers} emptyText={t('voucher.empty')} rowHeight={ROW_PX} loadingRows={3}>
        <ul className="grid grid-cols-2 gap-4 px-5 pb-5 min-[1400px]:grid-cols-3">
          {vouchers.rows.map((row) => (
            <li key={row.id} className="border-line flex flex-col rounded-lg border p-4">
              <VoucherCard voucher={row} onAgain={onAgain} />
            </li>
          ))}
        </ul>
      </PagedBody>
    </Card>
  );
}

function VoucherCard({ voucher, onAgain }: Handing & { readonly voucher: VoucherRow }) {
  const { t } = useTranslation();
  const { id, currency, amount, seenAmount, status, time, updateTime, remark, txid } = voucher;
  const differs = seenAmount !== '' && seenAmount !== amount;
  return (
    <>
      <header className="flex items-center gap-3">
        <CoinMark code={currency} size={30} />
        <div className="leading-5">
          <p className="text-[17px] font-semibold">
            <Balance value={amount} decimals={EXACT.decimals} />{' '}
            <span className="text-mut text-[12px] font-normal">{currency}</span>
          </p>
          <p className="text-mut text-[12px]">{t('voucher.number', { id })}</p>
        </div>
        <span className="ml-auto">
          <Tag tone={TONES[status]}>{t(`voucher.states.${status}`)}</Tag>
        </span>
      </header>
      <dl className="border-line mt-4 grid grid-cols-2 rounded-lg border">
        <Figure name={t('voucher.typed')} value={amount} />
        <Figure name={t('voucher.seen')} value={seenAmount} isWrong={differs} />
      </dl>
      <dl className="mt-3 grid gap-1.5 text-[12.5px]">
        <KeyValue name={t('voucher.handedIn')} value={<DateTime timeMs={time} />} />
        {status !== 'pending' && (
          <KeyValue name={t('voucher.decided')} value={<DateTime timeMs={updateTime} />} />
        )}
        <KeyValue name={t('voucher.remarkOf')} value={remark} className="truncate" />
        {txid !== '' && (
          <KeyValue
            name={t('voucher.transaction')}
            value={
              <span translate="no" className="notranslate hash flex items-center gap-2">
                {shortHash(txid)}
                <CopyButton text={txid} label={t('voucher.copyTransaction')} />
              </span>
            }
          />
        )}
      </dl>
      <Outcome voucher={voucher} onAgain={onAgain} />
    </>
  );
}

function Figure({
  name,
  value,
  isWrong = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly isWrong?: boolean;
}) {
  return (
    <div className="border-line px-3.5 py-2 first:border-r">
      <dt className="text-mut text-[12px]">{name}</dt>
      <dd className={classNames('text-[14px] font-semibold', isWrong && 'text-bad')}>
        {value === '' ? '–' : <Balance value={value} decimals={EXACT.decimals} />}
      </dd>
    </div>
  );
}

function Outcome({ voucher, onAgain }: Handing & { readonly voucher: VoucherRow }) {
  const { t } = useTranslation();
  const balanceText = useBalanceText();
  const { status, isOpened, reason, note, seenAmount } = voucher;
  if (status === 'rejected')
    return (
      <Foot
        text={
          <>
            {t(`voucher.reasons.${reason ?? 'other'}`)}
            {note !== '' && <span className="text-fg block">{note}</span>}
          </>
        }
      >
        {reason !== 'credited-before' && (
          <Button onClick={() => onAgain(voucher)}>
            {seenAmount === ''
              ? t('voucher.anew')
              : t('voucher.again', { amount: balanceText(seenAmount, EXACT) })}
          </Button>
        )}
      </Foot>
    );
  if (status === 'finished') return <Foot text={t('voucher.credited')} />;
  if (status === 'withdrawn') return <Foot text={t('voucher.gone')} />;
  return isOpened ? <Foot text={t('voucher.opened')} /> : <Waiting id={voucher.id} />;
}

function Waiting({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const offline = useOffline();
  const takeBack = useTakeBack();
  return (
    <Foot text={t('voucher.waits')}>
      <Button
        busy={takeBack.isPending}
        disabled={offline}
        onClick={() => takeBack.mutate(id, { onSuccess: () => notify.success(t('voucher.takenBack')) })}
      >
        {t('voucher.takeBack')}
      </Button>
    </Foot>
  );
}

/** The foot of a card, at the bottom, so that the buttons of a row of cards line up. */
function Foot({ text, children }: { readonly text: React.ReactNode; readonly children?: React.ReactNode }) {
  return (
    <footer className="border-line mt-3.5 flex grow flex-col justify-between gap-3 border-t pt-3.5">
      <p className="text-mut text-[12.5px] leading-[18px]">{text}</p>
      {children !== undefined && <div>{children}</div>}
    </footer>
  );
}
