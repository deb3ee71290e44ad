/**
 * One message: what happened, its facts, what its reader may do about it, and what the dangerous
 * act does.
 */
import { Amount, DateTime, Empty, Skeleton, Tag } from '@glasshouse/ui';
import type { NoticeDetail, NoticeFact } from '@glasshouse/protocol/notices';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { call } from '#data/api.ts';
import { queryClient } from '#data/query-client.ts';
import { deviceName } from '#shared/device-name.ts';
import { useTranslation } from '#shared/i18n.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { placeName } from '#shared/place-name.ts';
import { Acts } from './Acts.tsx';
import { toneOf, typeOf } from './message-types.ts';
import { NOTICES_KEY } from './notices-key.ts';

export function Message({ id }: { readonly id: string }) {
  const { t, language } = useTranslation();
  const { data, isError, error, refetch } = useQuery({
    queryKey: [...NOTICES_KEY, 'detail', language, id],
    queryFn: () => call('notices/get-detail', { id }, { quiet: true }),
    staleTime: Infinity,
  });
  const isOpened = data !== undefined;
  // Reading the message reduces the number of unread ones.
  useEffect(() => {
    if (!isOpened) return;
    void queryClient.invalidateQueries({ queryKey: [...NOTICES_KEY, 'list'] });
    void queryClient.invalidateQueries({ queryKey: [...NOTICES_KEY, 'count'] });
  }, [isOpened]);
  if (isError)
    return 'kind' in error && error.kind === 'refused' ? (
      <Empty title={t('message.gone')} text={t('message.goneText')} />
    ) : (
      <ListFailed error={error} onRetry={refetch} />
    );
  if (data === undefined)
    return (
      <div aria-hidden className="grid gap-3 px-8 py-6">
        <Skeleton className="w-36!" />
        <Skeleton className="h-5! w-80!" />
        <Skeleton className="mt-2 w-120!" />
      </div>
    );
  return <Opened message={data} />;
}

function Opened({ message }: { readonly message: NoticeDetail }) {
  const { t } = useTranslation();
  const { type, text, mailed } = message;
  return (
    <article className="max-w-[680px] px-8 py-6">
      <p className="flex items-center gap-2.5">
        <Tag tone={toneOf(type)} dot={toneOf(type) !== 'mut'}>
          {t(`message.types.${typeOf(type)}`)}
        </Tag>
        <DateTime timeMs={message.time} className="text-mut" />
      </p>
      <h2 className="num mt-3 text-[20px] leading-7 font-semibold">{message.title}</h2>
      <div className="mt-2 grid gap-2 text-[14px] leading-[23px]">
        {text.split('\n').map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- Lines of one text, which stays.
          <p key={place}>{line}</p>
        ))}
      </div>
      <Facts message={message} />
      <Acts message={message} />
      {message.asks && <EarlierLogins message={message} />}
      {mailed !== null && (
        <p className="text-mut border-line mt-6 border-t pt-4 text-[12.5px]">
          {t(mailed.withCode ? 'message.sentWithCode' : 'message.sent', { to: mailed.to })}
        </p>
      )}
    </article>
  );
}

function Facts({ message: { facts, session } }: { readonly message: NoticeDetail }) {
  const { t } = useTranslation();
  const rows = facts.flatMap((fact) =>
    rowsOf(fact, t('message.place'), (place) => t(`message.places.${place}`)),
  );
  if (session !== null) rows.push([t('message.sessionName'), t(`message.session.${session.state}`)]);
  if (rows.length === 0) return null;
  return (
    <dl
      aria-label={t('message.facts')}
      className="border-line divide-line mt-5 divide-y rounded-lg border text-[13px]"
    >
      {rows.map(([name, value]) => (
        <div key={name} className="flex min-h-10 items-center justify-between gap-6 px-4 py-2">
          <dt className="text-mut shrink-0">{name}</dt>
          <dd className="num min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Row = readonly [name: string, value: ReactNode];

/** An address on the internet is also named by its kind. */
function rowsOf(
  fact: NoticeFact,
  placeLabel: string,
  placeText: (place: ReturnType<typeof placeName>) => string,
): Row[] {
  const row: Row = [fact.label, <Value key={fact.name} fact={fact} />];
  return fact.type === 'ip' ? [[placeLabel, placeText(placeName(fact.value))], row] : [row];
}

const DECIMALS_MIN = 2;
const DECIMALS_MAX = 12;

function Value({ fact: { type, value } }: { readonly fact: NoticeFact }) {
  if (type === 'time') return <DateTime timeMs={Number(value)} />;
  if (type === 'device') return <span title={value}>{deviceName(value)}</span>;
  if (type === 'ip' || type === 'code')
    return (
      <span translate="no" className="notranslate hash text-[12.5px]">
        {value}
      </span>
    );
  if (type !== 'amount' && type !== 'result') return value;
  const [amount = '', unit] = value.split(' ');
  const decimals = amount.split('.')[1]?.length ?? 0;
  return (
    <Amount
      value={amount.replace('+', '')}
      decimals={Math.min(Math.max(decimals, DECIMALS_MIN), DECIMALS_MAX)}
      signed={type === 'result'}
      toned={type === 'result'}
      {...(unit === undefined ? {} : { unit })}
    />
  );
}

function EarlierLogins({ message: { earlierLogins, title } }: { readonly message: NoticeDetail }) {
  const { t } = useTranslation();
  if (earlierLogins.length === 0) return null;
  return (
    <section aria-label={`${t('message.earlierLogins')}: ${title}`}>
      <h3 className="border-line mt-6 border-t pt-5 text-[13px] font-semibold">
        {t('message.earlierLogins')}
      </h3>
      <ul className="mt-1 text-[13px]">
        {earlierLogins.map(({ time, ip, device }) => (
          <li
            key={time}
            className="num border-line/70 text-mut grid min-h-9 grid-cols-[1.4fr_1fr_1fr_auto] items-center gap-3 border-b py-1 last:border-0"
          >
            <span className="text-fg truncate" title={device}>
              {deviceName(device)}
            </span>
            <span>{t(`message.places.${placeName(ip)}`)}</span>
            <span translate="no" className="notranslate hash text-[12.5px] wrap-anywhere">
              {ip}
            </span>
            <DateTime timeMs={time} kind="short" />
          </li>
        ))}
      </ul>
    </section>
  );
}
