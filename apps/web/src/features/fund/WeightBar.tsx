/** The weights of a basket as one bar. */

/** The colour of each coin's part. */
const COLOURS: Readonly<Record<string, string>> = {
  BTC: '#f7931a',
  ETH: '#627eea',
  LTC: '#8a94a6',
  XRP: '#00a3a3',
  ADA: '#2a5ada',
  DOGE: '#c2a633',
  EOS: '#8e5ad1',
  SHIB: '#d0553a',
};
const OTHER = '#7a8290';

export const colourOf = (coin: string): string => COLOURS[coin] ?? OTHER;

interface WeightBarProps {
  readonly parts: readonly { readonly currency: string; readonly weight: number }[];
}
export function WeightBar({ parts }: WeightBarProps) {
  return (
    <div aria-hidden className="bg-raised flex h-2 gap-0.5 overflow-hidden rounded-full">
      {parts.map(({ currency, weight }) => (
        <span key={currency} style={{ flexGrow: weight, backgroundColor: colourOf(currency) }} />
      ))}
    </div>
  );
}
