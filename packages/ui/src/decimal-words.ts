/** What a money field says of a text that it cannot take. The app sets the words. */

export type DecimalFault = 'minus' | 'decimals';
export interface ToldFault {
  readonly fault: DecimalFault;
  /** The label of the field. */
  readonly field: string;
  readonly decimals: number;
}

let words: (told: ToldFault) => string = ({ field }) => field;

export const decimalWords = (told: ToldFault): string => words(told);
export function setDecimalWords(next: typeof words): void {
  words = next;
}
