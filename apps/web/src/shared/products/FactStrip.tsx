/** Facts in one card, side by side; the last one is often a proof. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Fact {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: LucideIcon;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** The same facts while their values are unknown: a dash, because a zero would read as a value. */
export const unknownFacts = (facts: readonly Fact[]): Fact[] =>
  facts.map((fact) => ({ ...fact, value: '–', note: undefined }));

export function FactStrip({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl
      className="border-line bg-panel divide-line mb-4 grid divide-x rounded-xl border"
      style={{ gridTemplateColumns: `repeat(${facts.length}, minmax(0, 1fr))` }}
    >
      {facts.map(({ key, label, icon: Icon, value, note }) => (
        <div key={key} className="min-w-0 px-5 py-4 [@media(max-height:720px)]:py-2">
          <dt className="text-mut flex items-center gap-1.5 text-[12.5px]">
            {Icon !== undefined && <Icon aria-hidden size={14} className="text-brand-ink" />}
            {label}
          </dt>
          <dd className="num mt-0.5 min-h-7 truncate text-[20px] leading-7 font-semibold [&_.font-normal]:text-[13px]">
            {value}
          </dd>
          <dd className="text-mut min-h-[18px] truncate text-[12px] leading-[18px]">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
