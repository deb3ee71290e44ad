/** The user's deposit address with QR code and terms; in a demo, a button for test coins. */
import { Button, Empty, formatNumber, formatTime, KeyValue, Note, SkeletonRows } from '@glasshouse/ui';
import { TRACELESS_COIN } from '@glasshouse/protocol/wallet/chains';
import { CopyButton } from '#shared/CopyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { notify } from '#shared/notify.ts';
import { QrCode } from '#shared/QrCode.tsx';
import { useOffline } from '#data/stream.ts';
import { useDepositAddress, useTestCoins, type DepositChain } from './calls.ts';
import { isOpenFor } from './useChoice.ts';
import { networkName } from '#shared/network-name.ts';

const QR_PX = 160;
/** The number of first and last characters that are emphasised, because people compare those. */
const COMPARED = 6;

export interface AddressPanelProps {
  readonly chain: DepositChain;
  readonly coin: string;
}

export function AddressPanel({ chain, coin }: AddressPanelProps) {
  const { t } = useTranslation();
  if (!isOpenFor(chain, coin))
    return (
      <Empty
        title={t('deposit.closed', { coin, network: networkName(chain.chain) })}
        text={t('deposit.closedText')}
      />
    );
  return <OpenAddress chain={chain} coin={coin} />;
}

function OpenAddress({ chain, coin }: AddressPanelProps) {
  const { t } = useTranslation();
  const query = useDepositAddress(chain.chain);
  if (query.data === undefined)
    return query.isError ? (
      <ListFailed error={query.error} onRetry={query.refetch} />
    ) : (
      <SkeletonRows rows={5} height={50} bare />
    );
  const address = query.data;
  const name = chain.chain;
  return (
    <div className="flex items-start gap-5">
      <QrCode text={address} label={t('deposit.qr', { chain: name })} size={QR_PX} />
      <div className="grid min-w-0 flex-1 gap-3">
        {TRACELESS_COIN[name] === coin && <Note>{t('deposit.byContract', { coin })}</Note>}
        <div className="border-line2 flex min-h-11 items-center gap-3 rounded-lg border py-1.5 pr-2 pl-3.5">
          <code data-address translate="no" className="notranslate min-w-0 flex-1 text-[13px] break-all">
            <b className="text-brand-ink font-semibold">{address.slice(0, COMPARED)}</b>
            {address.slice(COMPARED, -COMPARED)}
            <b className="text-brand-ink font-semibold">{address.slice(-COMPARED)}</b>
          </code>
          <CopyButton text={address} label={t('deposit.copyAddress', { chain: name })} />
        </div>
        <Terms chain={chain} coin={coin} />
        <Note tone="warn">{t('deposit.only', { coin, network: networkName(name), chain: name })}</Note>
        <StateNote chain={chain} />
        {chain.simulated && <TestCoins chain={chain} coin={coin} />}
      </div>
    </div>
  );
}

function Terms({ chain, coin }: AddressPanelProps) {
  const { t } = useTranslation();
  const minimum = chain.coins.find(({ currency }) => currency === coin)?.minDeposit ?? '0';
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-1.5 text-[12.5px]">
      <KeyValue
        name={t('deposit.minimum')}
        value={`${formatNumber(minimum, { decimals: 8, decimalsMin: 2 })} ${coin}`}
      />
      <KeyValue
        name={t('deposit.tradableAfter')}
        value={t('deposit.confirmationsCount', { count: chain.confirmations })}
      />
      <KeyValue name={t('deposit.creditedTo')} value={t('deposit.exchangeAccount')} />
      <KeyValue name={t('deposit.withdrawableAfter')} value={t('deposit.finalBlock')} />
    </dl>
  );
}

function StateNote({ chain: { state, stateTime } }: Pick<AddressPanelProps, 'chain'>) {
  const { t } = useTranslation();
  if (state === 'up' || state === 'closed') return null;
  const text = t(`deposit.state.${state}`, { time: formatTime(stateTime, 'recent') });
  return <Note tone={state === 'halted' ? 'bad' : 'warn'}>{text}</Note>;
}

function TestCoins({ chain, coin }: AddressPanelProps) {
  const { t } = useTranslation();
  const offline = useOffline();
  const send = useTestCoins();
  const testAmount = chain.coins.find(({ currency }) => currency === coin)?.testAmount ?? null;
  const amount = formatNumber(testAmount ?? '0', { decimals: 8, decimalsMin: 0 });
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <Note>{t('deposit.simulated')}</Note>
      </div>
      {testAmount !== null && (
        <Button
          busy={send.isPending}
          disabled={offline}
          className="shrink-0"
          onClick={() =>
            send.mutate(
              { chain: chain.chain, currency: coin },
              { onSuccess: () => notify.success(t('deposit.testSent', { amount, coin })) },
            )
          }
        >
          {t('deposit.test', { amount, coin })}
        </Button>
      )}
    </div>
  );
}
