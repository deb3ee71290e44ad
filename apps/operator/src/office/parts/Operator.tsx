/** An operator by name, with two letters in a disc; blue is the reader. */
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';

export interface InitialsProps {
  readonly name: string;
  /** The width of the disc in pixels. */
  readonly size: number;
  readonly isYou?: boolean;
}

/** Drawn by CSS, so that the letters are no part of the text around them. */
export function Initials({ name, size, isYou = false }: InitialsProps) {
  return (
    <i
      aria-hidden
      data-letters={lettersOf(name)}
      style={{ width: size, height: size, fontSize: size > 20 ? 11 : 9 }}
      className={`grid shrink-0 place-items-center rounded-full leading-none font-bold uppercase not-italic before:content-[attr(data-letters)] ${isYou ? 'bg-brand text-on-brand' : 'bg-violet/15 text-violet'}`}
    />
  );
}

/** 'op-07' is 07, 'demo-operator' is DO, 'anna' is AN. */
function lettersOf(name: string): string {
  const [first = '', second = ''] = name.split('-');
  if (second === '') return first.slice(0, 2);
  return /^\d+$/.test(second) ? second.slice(-2) : first.slice(0, 1) + second.slice(0, 1);
}

export function Operator({ name }: { readonly name: string }) {
  const { t } = useTexts();
  const isYou = useSelf().data?.name === name;
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap">
      <Initials name={name} size={18} isYou={isYou} />
      <span className="font-medium">{isYou ? t('youSelf') : name}</span>
    </span>
  );
}
