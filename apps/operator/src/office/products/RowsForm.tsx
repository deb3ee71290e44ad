/** Lists of terms that are replaced whole: fee tiers, durations of seconds contracts. */
import type { OfficeFeeTier } from '@glasshouse/protocol/spot/terms-office';
import type { OfficeDuration } from '@glasshouse/protocol/seconds-contract/office';
import { Button, TextInput } from '@glasshouse/ui';
import { X } from 'lucide-react';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import type { AskedAct } from '../acts/useAct.ts';
import { useTexts, type TextKey } from '../texts.ts';

interface ListFormProps<Row extends object> {
  readonly title: TextKey;
  readonly note: TextKey;
  readonly rows: readonly Row[];
  readonly columns: Readonly<Record<keyof Row & string, { readonly text: TextKey; readonly unit: string }>>;
  /** What the rows are set by. */
  readonly actOf: (rows: Row[]) => AskedAct;
  readonly onClose: () => void;
}

function ListForm<Row extends Readonly<Record<keyof Row, string>>>(props: ListFormProps<Row>) {
  const { title, note, columns, actOf, onClose } = props;
  const { t } = useTexts();
  const [rows, setRows] = useState<readonly Row[]>(props.rows);
  const names = Object.keys(columns) as (keyof Row & string)[];
  const empty = Object.fromEntries(names.map((name) => [name, ''])) as Row;
  const isWhole = rows.length > 0 && rows.every((row) => names.every((name) => row[name] !== ''));
  const isSame = JSON.stringify(rows) === JSON.stringify(props.rows);
  const act = actOf([...rows]);
  return (
    <ActForm
      title={t(title)}
      onClose={onClose}
      people={2}
      label={actText(t, act.name)}
      tone="brand"
      act={isWhole && !isSame ? act : null}
      missing={t(isSame ? 'param_same' : 'fillIn')}
      matter={
        <>
          <p className="text-mut">{t(note)}</p>
          <Rows rows={rows} columns={columns} onRows={setRows} />
          <Button tone="ghost" onClick={() => setRows([...rows, empty])}>
            {t('product_addRow')}
          </Button>
        </>
      }
    />
  );
}

/** Columns of a few digits. */
const SHORT: ReadonlySet<string> = new Set(['seconds', 'profit']);

interface RowsProps<Row extends object> extends Pick<ListFormProps<Row>, 'rows' | 'columns'> {
  readonly onRows: (rows: readonly Row[]) => void;
}

function Rows<Row extends Readonly<Record<keyof Row, string>>>({ rows, columns, onRows }: RowsProps<Row>) {
  const { t } = useTexts();
  const names = Object.keys(columns) as (keyof Row & string)[];
  return (
    <table className="w-full table-fixed border-separate border-spacing-x-1 border-spacing-y-1.5">
      <thead>
        <tr className="text-mut text-left text-[11px]">
          {names.map((name) => (
            <th
              key={name}
              scope="col"
              className={`font-medium align-bottom ${SHORT.has(name) ? 'w-[19%]' : ''}`}
            >
              {t(columns[name].text)} <span className="text-faint">{columns[name].unit}</span>
            </th>
          ))}
          <th className="w-7">
            <span className="sr-only">{t('remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // Rows have no name but their place.
          <tr key={at}>
            {names.map((name) => (
              <td key={name}>
                <TextInput
                  aria-label={`${t(columns[name].text)} ${at + 1}`}
                  inputMode="decimal"
                  value={row[name]}
                  onChange={({ target }) => onRows(rows.with(at, { ...row, [name]: target.value.trim() }))}
                />
              </td>
            ))}
            <td>
              <button
                type="button"
                aria-label={`${t('remove')} ${at + 1}`}
                className="text-mut hover:text-fg grid size-7 place-items-center"
                onClick={() => onRows(rows.toSpliced(at, 1))}
              >
                <X aria-hidden size={14} />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TiersFormProps {
  readonly coin: string;
  readonly tiers: readonly OfficeFeeTier[];
  readonly onClose: () => void;
}

export const TiersForm = ({ coin, tiers, onClose }: TiersFormProps) => (
  <ListForm<OfficeFeeTier>
    title="product_tiers"
    note="product_tiersNote"
    rows={tiers}
    columns={{
      volume: { text: 'product_volume', unit: coin },
      makerShare: { text: 'product_makerShare', unit: '%' },
      takerShare: { text: 'product_takerShare', unit: '%' },
    }}
    actOf={(rows) => ({ name: 'products/set-fee-tiers', fields: { tiers: rows } })}
    onClose={onClose}
  />
);

interface DurationsFormProps {
  readonly coin: string;
  readonly durations: readonly OfficeDuration[];
  readonly onClose: () => void;
}

export const DurationsForm = ({ coin, durations, onClose }: DurationsFormProps) => (
  <ListForm<OfficeDuration>
    title="product_durations"
    note="product_durationsNote"
    rows={durations}
    columns={{
      seconds: { text: 'product_seconds', unit: '' },
      profit: { text: 'product_profit', unit: '%' },
      minStake: { text: 'product_minStake', unit: coin },
      maxStake: { text: 'product_maxStake', unit: coin },
    }}
    actOf={(rows) => ({ name: 'products/set-durations', fields: { durations: rows } })}
    onClose={onClose}
  />
);
