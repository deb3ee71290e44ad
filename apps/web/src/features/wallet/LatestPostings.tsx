/** The newest changes of the exchange account in a few lines, beside the form that causes them. */
import { DateTime } from '@glasshouse/ui';
import { ACCOUNT } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import { usePanelDecimals } from '#data/pairs.ts';
import { PERSONAL } from '#data/query-client.ts';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PostingReason } from './PostingReason.tsx';

const ROWS = 3;

export function LatestPostings() {
  const { t } = useTranslation();
  const decimalsOf = usePanelDecimals();
  const { rows } = usePaged({
    key: [PERSONAL, 'postings', ACCOUNT.exchange],
    name: 'wallet/get-postings',
    input: { account: ACCOUNT.exchange },
    pageSize: ROWS,
  });
  // A row that does not fit wraps out of sight, the first one too, since it follows ::before.
  return (
    <ul
      aria-label={t('wallet.postings')}
      className="text-2xs border-line mt-2.5 flex min-h-0 before:w-full before:content-[''] flex-[0_1_66px] shrink! flex-col flex-wrap content-start gap-0.5 overflow-hidden border-t pt-2 [@media(max-height:940px)]:flex-[0_1_28px] [@media(max-height:940px)]:[&>li:nth-child(n+2)]:hidden"
    >
      {rows.slice(0, ROWS).map((row) => (
        <li key={row.id} className="flex w-full gap-2 whitespace-nowrap">
          <DateTime timeMs={row.time} kind="time" className="text-mut" />
          <span className="min-w-0 truncate">
            <PostingReason reason={row.reason} />
          </span>
          {/* Freezing leaves the total unchanged, so show the available change. */}
          <Balance
            value={Number(row.amount) === 0 ? row.available : row.amount}
            decimals={decimalsOf(row.currency)}
            signed
            unit={row.currency}
            className="ml-auto"
          />
        </li>
      ))}
    </ul>
  );
}
