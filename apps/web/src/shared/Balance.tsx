/** An amount that the user owns or has moved, which can be hidden from people nearby. */
import { Amount, type AmountProps } from '@glasshouse/ui';
import { BALANCE_MASK, useHiddenBalances } from './hidden-balances.ts';

export function Balance(props: AmountProps) {
  const { className, unit } = props;
  if (!useHiddenBalances()) return <Amount {...props} />;
  return (
    <span className={className}>
      {BALANCE_MASK}
      {unit !== undefined && <span className="text-mut font-normal"> {unit}</span>}
    </span>
  );
}
