/** A table's column of amounts, which stand on their decimal point. */
import { Amount, amountTexts, placesOf, type AmountProps } from '@glasshouse/ui';
import { Balance } from '../Balance.tsx';
import type { Column } from './DataTable.tsx';

export interface AmountColumn<Row> extends Pick<Column<Row>, 'key' | 'head' | 'className' | 'wide'> {
  /** A row's amount; undefined where it has none. */
  readonly amount: (row: Row) => AmountProps | undefined;
  /** Whether it shows what the user owns, which can be hidden. */
  readonly isOwn?: boolean;
}

export function amountColumn<Row>({ amount, isOwn = false, ...column }: AmountColumn<Row>): Column<Row> {
  const Shown = isOwn ? Balance : Amount;
  return {
    ...column,
    right: true,
    places: (row) => {
      const props = amount(row);
      return props === undefined ? 0 : placesOf(amountTexts(props.value, props).shown);
    },
    render: (row) => {
      const props = amount(row);
      return props === undefined ? '–' : <Shown {...props} />;
    },
  };
}
