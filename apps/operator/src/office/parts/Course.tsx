/** What happened to a matter: the acts of operators on it, and their words. */
import { DateTime } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';
import { Caption } from './Caption.tsx';

export interface CourseProps {
  readonly steps: readonly {
    readonly time: number;
    readonly text: string;
    readonly operator: string;
    readonly words: string;
  }[];
}

export function Course({ steps }: CourseProps) {
  const { t } = useTexts();
  if (steps.length === 0) return null;
  return (
    <div>
      <Caption>{t('whatHappened')}</Caption>
      <ol className="num">
        {steps.map(({ time, text, operator, words }) => (
          <li
            key={`${time} ${text}`}
            className="border-line/70 grid min-h-[27px] grid-cols-[104px_minmax(0,1fr)] items-baseline gap-2 border-t py-1 leading-[17px]"
          >
            <DateTime timeMs={time} kind="recent" className="text-mut" />
            <span className="break-words">
              {text} <span className="text-mut">{[operator, words].filter(Boolean).join(': ')}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Words that begin with the code of a reason, such as 'address: the bank asked', begin with its name. */
export function withReason<R extends string>(
  words: string,
  reasons: readonly R[],
  nameOf: (reason: R) => string,
): string {
  const reason = reasons.find((each) => words.startsWith(`${each}: `));
  return reason === undefined ? words : nameOf(reason) + words.slice(reason.length);
}
