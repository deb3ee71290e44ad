/**
 * An amount of money in a panel: cut to the decimals that matter, with the exact amount on hover
 * and for screen readers. In a column it stands on the decimal point of the others.
 */
import { createContext, useContext } from 'react';
import { amountTexts, placesOf, type AmountStyle } from './amount-format.ts';
import { classNames } from './class-names.ts';
import { toneOf, type NumProps } from './Num.tsx';

/** The most decimals of any amount in the column around it; 0 outside of one. */
export const AmountPlaces = createContext(0);

export type AmountProps = Pick<NumProps, 'value' | 'unit' | 'toned' | 'className'> & AmountStyle;

export function Amount({ value, decimals, signed, unit, toned, className }: AmountProps) {
  const places = useContext(AmountPlaces);
  const { shown, exact } = amountTexts(value, { decimals, signed });
  const isCut = shown !== exact;
  const coin = unit === undefined ? '' : ` ${unit}`;
  return (
    <span
      translate="no"
      title={isCut ? exact + coin : undefined}
      data-room={roomOf(shown, places)}
      className={classNames('notranslate relative whitespace-nowrap', toned && toneOf(value), className)}
    >
      <span className="num" aria-hidden={isCut || undefined}>
        {shown}
      </span>
      {isCut && <span className="sr-only">{exact}</span>}
      {unit !== undefined && (
        <span
          className={classNames('text-mut font-normal', places > 0 && 'inline-block w-10 pl-1 text-left')}
        >
          {places > 0 ? unit : coin}
        </span>
      )}
    </span>
  );
}

/** The decimals that an amount lacks in its column; CSS leaves their room, and no text. */
function roomOf(shown: string, places: number): string | undefined {
  const own = placesOf(shown);
  if (own >= places) return undefined;
  return (own === 0 ? '.' : '') + '0'.repeat(places - own);
}
