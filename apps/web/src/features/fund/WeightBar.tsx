/** The weights of a basket as one bar. */

const COLOURS = ['#f7931a', '#627eea', '#8a94a6', '#00a3a3', '#2a5ada', '#c2a633', '#8e5ad1', '#d0553a'];

export const colourAt = (place: number): string => COLOURS[place % COLOURS.length]!;

interface WeightBarProps {
  readonly parts: readonly { readonly currency: string; readonly weight: number }[];
}
export function WeightBar({ parts }: WeightBarProps) {
  return (
    <div aria-hidden className="bg-raised flex h-2 gap-0.5 overflow-hidden rounded-full">
      {parts.map(({ currency, weight }, place) => (
        <span key={currency} style={{ flexGrow: weight, backgroundColor: colourAt(place) }} />
      ))}
    </div>
  );
}
