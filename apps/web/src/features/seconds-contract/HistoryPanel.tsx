/** Closed positions, each with its result and a check of it. */
import { classNames, DateTime, Empty, Num, Tag, type TagTone } from '@glasshouse/ui';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useIndexDecimals } from '#data/pairs.ts';
import { useSession } from '#data/session.ts';
import { PagedBody } from '#shared/lists/PagedBody.tsx';
import { useHistory, type PositionRow } from './calls.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { netOf } from './countdown.ts';

const LIQUIDATED = 2;

export function HistoryPanel() {
  const { t } = useTranslation();
  const [checking, setChecking] = useState<string>();
  const signedIn = useSession() !== null;
  const list = useHistory();
  return (
    <section aria-label={t('seconds.history')} className="bg-panel flex flex-1 flex-col">
      <div className="border-line flex h-10 items-center border-b px-3">
        <h2 className="text-[12.5px] font-medium">{t('seconds.history')}</h2>
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_316px] min-[1400px]:grid-cols-[minmax(0,1fr)_384px]">
        {signedIn ? (
          <div>
            <PagedBody list={list} emptyText={t('seconds.noHistory')} rowHeight={36} headHeight={32}>
              <HistoryTable rows={list.rows} checking={checking} onCheck={setChecking} />
            </PagedBody>
          </div>
        ) : (
          <div>
            <Empty title={t('spot.signedOut')} text={t('spot.signedOutText')} />
          </div>
        )}
        <aside className="border-line border-l p-4" aria-label={t('seconds.checkThis')}>
          {checking === undefined ? <CheckIntro /> : <CheckPanel key={checking} id={checking} />}
        </aside>
      </div>
    </section>
  );
}

function CheckIntro() {
  const { t } = useTranslation();
  return (
    <div className="text-mut grid min-h-40 content-center gap-2 px-4 text-center">
      <ShieldCheck aria-hidden className="text-brand-ink mx-auto size-6" strokeWidth={1.6} />
      <h3 className="text-fg text-[13px] font-medium">{t('seconds.checkThis')}</h3>
      <p>{t('seconds.checkIntro')}</p>
    </div>
  );
}

export interface HistoryTableProps {
  readonly rows: readonly PositionRow[];
  readonly checking?: string | undefined;
  readonly onCheck?: (id: string) => void;
}
export function HistoryTable({ rows, checking, onCheck }: HistoryTableProps) {
  const { t } = useTranslation();
  const left = [t('seconds.finished'), t('market.pair'), t('spot.side'), t('seconds.time')];
  const right = [t('seconds.stake'), t('seconds.openPrice'), t('seconds.closePrice')];
  const head = 'h-8 px-1 min-[1400px]:px-2 first:pl-3 font-normal';
  return (
    <table className="num w-full border-collapse whitespace-nowrap" aria-label={t('seconds.history')}>
      <thead>
        <tr className="text-2xs text-mut">
          {left.map((text) => (
            <th key={text} scope="col" className={`${head} text-left`}>
              {text}
            </th>
          ))}
          {right.map((text) => (
            <th key={text} scope="col" className={`${head} text-right`}>
              {text}
            </th>
          ))}
          <th scope="col" className={`${head} text-left`}>
            {t('seconds.result')}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t('seconds.net')}
          </th>
          {onCheck !== undefined && (
            <th scope="col" className="pr-3">
              <span className="sr-only">{t('seconds.check')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <HistoryRow key={row.id} row={row} chosen={row.id === checking} onCheck={onCheck} />
        ))}
      </tbody>
    </table>
  );
}

interface HistoryRowProps {
  readonly row: PositionRow;
  readonly chosen: boolean;
  readonly onCheck: ((id: string) => void) | undefined;
}
function HistoryRow({ row, chosen, onCheck }: HistoryRowProps) {
  const { t } = useTranslation();
  const cell = 'px-1 min-[1400px]:px-2 first:pl-3';
  const decimals = useIndexDecimals(row);
  return (
    <tr
      className={classNames(
        'border-line/70 hover:bg-raised/50 h-9 border-t',
        chosen && 'bg-brand-soft/50 shadow-[inset_2px_0_#009dd9]',
      )}
    >
      <td className={`${cell} text-mut`}>
        <DateTime timeMs={row.finishTime ?? row.time} kind="short" />
      </td>
      <td className={`${cell} font-medium`}>
        {row.baseCoin}/{row.quoteCoin}
      </td>
      <td className={`${cell} font-medium ${row.direction === 'up' ? 'text-up' : 'text-down'}`}>
        {t(`seconds.${row.direction}`)}
      </td>
      <td className={cell}>{t('common.seconds', { count: row.holdingTime })}</td>
      <td className={`${cell} text-right`}>
        <Num value={row.openAmount} decimals={2} />
      </td>
      <td className={`${cell} text-right`}>
        <Num value={row.openPrice} decimals={decimals} />
      </td>
      <td className={`${cell} text-right`}>
        <Num value={row.finishPrice} decimals={decimals} />
      </td>
      <td className={cell}>
        <ResultTag row={row} />
      </td>
      <td className={`${cell} text-right font-semibold`}>
        <Num value={netOf(row)} decimals={2} signed toned />
      </td>
      {onCheck !== undefined && (
        <td className="pr-3 pl-2 text-right">
          {row.openTick !== null && row.finishTick !== null && (
            <button
              type="button"
              aria-pressed={chosen}
              onClick={() => onCheck(row.id)}
              className="text-brand-ink ml-auto flex min-h-6 items-center gap-1 font-medium"
            >
              <ShieldCheck aria-hidden className="size-3.5" />
              {t('seconds.check')}
            </button>
          )}
        </td>
      )}
    </tr>
  );
}

export function ResultTag({ row }: { readonly row: PositionRow }) {
  const { t } = useTranslation();
  if (row.status === LIQUIDATED || row.result === null) {
    return (
      <span title={row.reason ?? undefined}>
        <Tag dot={false}>{t('seconds.results.returned')}</Tag>
      </span>
    );
  }
  const tone: TagTone = { win: 'ok', lose: 'bad', draw: 'mut' }[row.result] as TagTone;
  return (
    <Tag tone={tone} dot={false}>
      {t(`seconds.results.${row.result}`)}
    </Tag>
  );
}
