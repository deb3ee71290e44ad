/** The profit or loss on the margin at several moves of the NAV. The fall of 5% is highlighted. */
import { formatPercent, Num } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { amountText, MOVES_PPM, navText, type Outcome } from './figures.ts';

const NAV_SHOWN = 4;
/** The index of the highlighted row, the fall of 5%. */
const LOUD = MOVES_PPM.indexOf(-50_000);

interface MoveTableProps {
  readonly title: string;
  readonly outcomes: readonly Outcome[];
  readonly decimals: number;
}
export function MoveTable({ title, outcomes, decimals }: MoveTableProps) {
  const { t } = useTranslation();
  return (
    <div>
      <p className="text-mut pb-1.5 text-[12px]">{title}</p>
      <ul aria-label={title} className="border-line overflow-hidden rounded-lg border text-[12.5px]">
        {outcomes.map(({ move, nav, profit, ratio, isLiquidated }, place) => (
          <li
            key={place}
            className={`border-line grid h-7 grid-cols-[1fr_1.5fr_1.4fr_0.9fr] items-center border-t px-3 first:border-t-0 ${place === LOUD ? 'bg-bad/10 text-[13.5px] font-semibold' : ''}`}
          >
            <span
              translate="no"
              className={`num notranslate font-semibold ${isLiquidated ? 'text-bad' : ''}`}
            >
              {formatPercent(move, { decimals: place >= MOVES_PPM.length ? 1 : 0 })}
            </span>
            <span className="text-mut font-normal">
              {t('fund.nav')} <Num value={navText(nav)} decimals={NAV_SHOWN} />
            </span>
            <span className="text-right">
              <Num value={amountText(profit, decimals)} decimals={2} signed toned />
            </span>
            <span
              translate="no"
              className={`num notranslate text-right ${profit < 0 ? 'text-down' : 'text-up'}`}
            >
              {formatPercent(ratio, { decimals: 1 })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
