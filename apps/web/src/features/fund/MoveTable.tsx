/** What moves of the NAV do to a margin. A fall of five per cent is the loudest. */
import { formatPercent, Num } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { amountText, MOVES_PPM, navText, type Outcome } from './figures.ts';

const NAV_SHOWN = 4;
/** The place of the fall of five per cent. */
const LOUD = MOVES_PPM.indexOf(-50_000);

interface MoveTableProps {
  readonly title: string;
  readonly outcomes: readonly Outcome[];
  readonly decimals: number;
}
export function MoveTable({ title, outcomes, decimals }: MoveTableProps) {
  const { t } = useTranslation();
  return (
    <table className="border-line w-full overflow-hidden rounded-lg border text-[12.5px]">
      <caption className="text-mut pb-1.5 text-left text-[12px]">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th>{t('fund.move')}</th>
          <th>{t('fund.nav')}</th>
          <th>{t('fund.profit')}</th>
          <th>{t('fund.ofMargin')}</th>
        </tr>
      </thead>
      <tbody>
        {outcomes.map(({ move, nav, profit, ratio, isLiquidated }, place) => (
          <tr
            key={place}
            className={`border-line h-7 border-t ${place === LOUD ? 'bg-down/10 text-[13.5px] font-semibold' : ''}`}
          >
            <td className={`num pl-3 font-semibold ${place >= MOVES_PPM.length ? 'text-down' : ''}`}>
              {formatPercent(move, { decimals: place >= MOVES_PPM.length ? 1 : 0 })}
            </td>
            <td className="text-mut font-normal">
              {t('fund.nav')} <Num value={navText(nav)} decimals={NAV_SHOWN} />
            </td>
            <td className="text-right">
              <Num value={amountText(profit, decimals)} decimals={2} signed toned />
            </td>
            <td className={`num pr-3 text-right ${profit < 0 ? 'text-down' : 'text-up'}`}>
              {formatPercent(ratio, { decimals: 0 })}
              {isLiquidated && <span aria-hidden> ⚠</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
