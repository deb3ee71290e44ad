/**
 * The rules that were asked about something: the fact, the threshold, and how many people each one
 * needs. Those that did not apply stay, so that one sees that they were asked.
 */
import { classNames } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';
import { Caption } from './Caption.tsx';

export interface RuleRow {
  readonly rule: string;
  readonly fact: string;
  readonly threshold: string;
  /** How many people it needs; 0 if it did not apply. */
  readonly people: number;
}

const COLUMNS = 'grid grid-cols-[minmax(0,1fr)_104px_64px_38px] items-center gap-2 px-3';

export function Rules({ rows }: { readonly rows: readonly RuleRow[] }) {
  const { t } = useTexts();
  return (
    <div>
      <Caption>{t('whyItWaits')}</Caption>
      <table aria-label={t('whyItWaits')} className="num border-line block overflow-hidden rounded-md border">
        <thead className="block">
          <tr className={classNames(COLUMNS, 'text-mut h-[25px] text-[11px]')}>
            <th className="text-left font-normal">{t('rule')}</th>
            <th className="text-right font-normal">{t('fact')}</th>
            <th className="text-right font-normal">{t('threshold')}</th>
            <th className="text-right font-normal">{t('people')}</th>
          </tr>
        </thead>
        <tbody className="block">
          {rows.map(({ rule, fact, threshold, people }) => (
            <tr
              key={rule}
              className={classNames(COLUMNS, 'border-line/70 h-[25px] border-t', people === 0 && 'text-dim')}
            >
              <th
                scope="row"
                className={classNames('truncate text-left', people > 0 ? 'font-medium' : 'font-normal')}
              >
                {rule}
              </th>
              <td className={classNames('truncate text-right', people > 0 && 'text-warn')}>{fact}</td>
              <td className={classNames('text-right', people > 0 && 'text-mut')}>{threshold}</td>
              <td className="text-right font-semibold">{people === 0 ? '–' : people}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
