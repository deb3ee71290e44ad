/** The name of a project with its phase, and the bar of its phases. */
import { classNames, CoinMark, DateTime, Tag, type TagTone } from '@glasshouse/ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { offerText } from '#shared/products/offer-name.ts';
import type { ProjectRow } from './calls.ts';
import { PHASE } from './sale.ts';

const NAMES = ['warmingUp', 'open', 'closing', 'closed', 'distributed', 'listed'] as const;
const TONES: readonly TagTone[] = ['warn', 'info', 'warn', 'warn', 'mut', 'mut'];

export function PhaseTag({ phase }: Pick<ProjectRow, 'phase'>) {
  const { t } = useTranslation();
  return <Tag tone={TONES[phase] ?? 'mut'}>{t(`subscription.phases.${NAMES[phase] ?? 'warmingUp'}`)}</Tag>;
}

interface ProjectHeadProps {
  readonly project: ProjectRow;
  readonly size: 'page' | 'card';
  /** `h1` on the project's own page. */
  readonly heading?: 'h1' | 'h2';
  readonly end?: ReactNode;
}
export function ProjectHead({ project, size, heading: Heading = 'h2', end }: ProjectHeadProps) {
  const { language } = useTranslation();
  const { name, lead } = offerText(project, language);
  const isPage = size === 'page';
  return (
    <div className="flex items-center gap-4">
      <CoinMark code={project.coin} size={isPage ? 48 : 40} />
      <div className="min-w-0">
        <p className="flex items-center gap-2.5">
          <Heading
            className={classNames('truncate font-semibold', isPage ? 'text-[20px] leading-6' : 'text-[15px]')}
          >
            {name}
          </Heading>
          <span className="text-mut text-[13px]">{project.coin}</span>
          {isPage && <PhaseTag phase={project.phase} />}
        </p>
        {isPage && <p className="text-mut mt-0.5 text-[13px]">{lead}</p>}
      </div>
      <div className="ml-auto flex items-center gap-3">
        {isPage ? end : <PhaseTag phase={project.phase} />}
      </div>
    </div>
  );
}

const STEPS = [
  { name: 'warmingUp', last: PHASE.warmingUp },
  { name: 'open', last: PHASE.open },
  { name: 'closed', last: PHASE.closed },
  { name: 'distributed', last: PHASE.listed },
] as const;

/** The four phases of a project. The current one is bright, finished ones have a tick. */
export function PhaseBar({
  project,
  times = false,
}: {
  readonly project: ProjectRow;
  readonly times?: boolean;
}) {
  const { t } = useTranslation();
  const { phase, opensTime, closesTime, distributesTime } = project;
  const current = STEPS.findIndex(({ last }) => phase <= last);
  const at = [undefined, opensTime, closesTime, distributesTime];
  return (
    <ol className="grid grid-cols-4 gap-2 text-[12px] whitespace-nowrap">
      {STEPS.map(({ name }, i) => (
        <li key={name} aria-current={i === current ? 'step' : undefined}>
          <i
            aria-hidden
            className={classNames(
              'mb-1.5 block h-1 rounded-full',
              i === current ? 'bg-brand' : i < current ? 'bg-brand/45' : 'bg-line2',
            )}
          />
          <span
            className={classNames(
              'flex items-center gap-1',
              i === current ? 'text-fg font-semibold' : 'text-mut',
            )}
          >
            {i < current && <Check aria-hidden size={12} className="text-brand-ink" />}
            {t(`subscription.phases.${name}`)}
          </span>
          {times && (
            <span className="text-mut num block min-h-[18px]">
              {at[i] === undefined ? '' : <DateTime timeMs={at[i]} kind="short" />}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
