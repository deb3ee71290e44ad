/**
 * /subscribe/detail and /subscribe/preview: a project, the formula of its shares, the allocation of
 * its coins, and its scenarios and risks. A project that has not opened yet is shown as a preview.
 */
import { buttonClass, Card, Empty, formatNumber, Num } from '@glasshouse/ui';
import { Big } from 'big.js';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { offerText } from '#shared/products/offer-name.ts';
import { useUrlText } from '#shared/url-state.ts';
import { useProjects, type ProjectRow } from './calls.ts';
import { percentOf, PaidIn, ProjectFacts } from './ProjectFacts.tsx';
import { PhaseBar, ProjectHead } from './ProjectHead.tsx';
import { foremostOf, nextOf, outcomeAt, PHASE, supplyOf, type SupplyPart } from './sale.ts';
import { SubscribePanel } from './SubscribePanel.tsx';

const CARDS_PX = [240, 220, 240] as const;
const PANEL_PX = [520] as const;
/** The amount of the example in the formula. */
const EXAMPLE = '2000';

interface ProjectPageProps {
  /** Shows a project before it opens: the one that the URL names, or else the next to open. */
  readonly isPreview?: boolean;
}
export function ProjectPage({ isPreview = false }: ProjectPageProps) {
  const { t } = useTranslation();
  const projects = useProjects();
  const [number] = useUrlText('project');
  const all = projects.data ?? [];
  const project =
    number === ''
      ? isPreview
        ? nextOf(all)
        : (foremostOf(all) ?? all.at(-1))
      : all.find((each) => String(each.project) === number);
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      {projects.data === undefined ? (
        <CardLoading query={projects} cards={CARDS_PX} aside={PANEL_PX} />
      ) : project === undefined ? (
        <Card>
          <PageTitle of={t('subscription.title')} />
          <Empty
            title={t(isPreview && number === '' ? 'subscription.noPreview' : 'subscription.unknown')}
            action={
              <PageLink to="/subscribe/list" className={buttonClass('plain', 'sm')}>
                {t('subscription.toProjects')}
              </PageLink>
            }
          />
        </Card>
      ) : (
        <Project project={project} />
      )}
    </main>
  );
}

function Project({ project }: { readonly project: ProjectRow }) {
  const { t, language } = useTranslation();
  const { name } = offerText(project, language);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_392px] items-start gap-4">
      <PageTitle of={name} />
      <div className="grid gap-4">
        <Card>
          <div className="grid gap-5">
            <ProjectHead project={project} size="page" heading="h1" />
            <PhaseBar project={project} times />
            <div className="border-line border-t pt-4">
              <ProjectFacts project={project} />
            </div>
          </div>
        </Card>
        <ShareCard project={project} />
        <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-stretch gap-4">
          <SupplyCard project={project} />
          <Warnings project={project} />
        </div>
      </div>
      <section className="border-line bg-panel sticky top-4 overflow-clip rounded-xl border">
        <SubscribePanel project={project} />
        {project.phase <= PHASE.open && <WhatHappens />}
        <p className="border-line text-mut flex items-center gap-2 border-t px-5 py-3 text-[12.5px]">
          <ShieldCheck aria-hidden size={15} className="text-brand-ink shrink-0" />
          {t('subscription.proof')}
        </p>
      </section>
    </div>
  );
}

/**
 * The formula of a share in four tiles, with the current total, or after the close the final one.
 */
function ShareCard({ project }: { readonly project: ProjectRow }) {
  const { t } = useTranslation();
  const { raise, forSale, phase, coin, maxPerOwner } = project;
  const amount = new Big(EXAMPLE).gt(maxPerOwner) ? maxPerOwner : EXAMPLE;
  // While the sale is open, the example's amount adds to the total.
  const total = phase === PHASE.open ? new Big(project.total).plus(amount).toFixed() : project.total;
  // While the total does not exceed the raise, the example assumes that twice the raise is
  // subscribed.
  const all = phase > PHASE.open || new Big(total).gt(raise) ? total : new Big(raise).times(2).toFixed();
  const { coins } = outcomeAt(project, amount, all);
  const isTotal = all === total;
  const text = (value: string): string => formatNumber(value, { decimals: 2, decimalsMin: 0 });
  return (
    <Card title={t('subscription.share.title')}>
      <div className="grid grid-cols-[1fr_auto_1fr_auto_1fr_auto_1fr] items-center gap-2.5 text-center">
        <Tile value={text(amount)} name={t('subscription.share.paid')} />
        <span className="text-mut">÷</span>
        <Tile value={text(all)} name={t(isTotal ? 'subscription.share.all' : 'subscription.share.allIf')} />
        <span className="text-mut">×</span>
        <Tile value={text(forSale)} name={t('subscription.share.sale')} />
        <span className="text-mut">=</span>
        <Tile value={text(coins)} name={t('subscription.share.coins', { coin })} isResult />
      </div>
      <div className="mt-4">
        <PaidIn project={project} />
      </div>
      <p className="text-mut mt-4 text-[12.5px]">
        {t('subscription.share.text', { places: project.coinDecimals })}
      </p>
    </Card>
  );
}

interface TileProps {
  readonly value: string;
  readonly name: string;
  readonly isResult?: boolean;
}
function Tile({ value, name, isResult = false }: TileProps) {
  return (
    <span className={`grid rounded-lg px-2 py-3 ${isResult ? 'bg-brand-soft' : 'bg-raised'}`}>
      <b translate="no" className="num notranslate truncate text-[15px] font-semibold">
        {value}
      </b>
      <span className="text-mut text-[12px]">{name}</span>
    </span>
  );
}

const COLOURS = ['bg-brand', 'bg-violet', 'bg-good', 'bg-warn', 'bg-dim', 'bg-mut'] as const;

function SupplyCard({ project }: { readonly project: ProjectRow }) {
  const { t, language } = useTranslation();
  const { supply, coin } = project;
  const { facts } = offerText(project, language);
  const parts = supplyOf(facts);
  const others = facts.filter(({ name }) => !parts.some((part) => part.name === name));
  return (
    <Card
      title={t('subscription.supplyOf', {
        supply: formatNumber(supply, { decimals: 8, decimalsMin: 0 }),
        coin,
      })}
    >
      <PartsBar parts={parts} />
      <ul className="mt-3">
        {parts.map(({ name, percent, text }, i) => (
          <li key={name} className="border-line/70 flex items-center gap-2.5 border-b py-2 last:border-b-0">
            <i aria-hidden className={`size-2 shrink-0 rounded-[2px] ${COLOURS[i % COLOURS.length]}`} />
            <span>{name}</span>
            <span className="text-mut truncate text-[12.5px]">{text}</span>
            <b translate="no" className="num notranslate ml-auto font-semibold">
              {percent}%
            </b>
          </li>
        ))}
      </ul>
      {others.map(({ name, text }) => (
        <p key={name} className="text-mut mt-2 text-[12.5px]">
          <b className="text-fg font-medium">{name}</b> {text}
        </p>
      ))}
    </Card>
  );
}

function PartsBar({ parts }: { readonly parts: readonly SupplyPart[] }) {
  return (
    <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
      {parts.map(({ name, percent }, i) => (
        <i key={name} className={COLOURS[i % COLOURS.length]} style={{ width: `${percent}%` }} />
      ))}
    </div>
  );
}

/** The risks, shown as prominently as the benefits. */
function Warnings({ project }: { readonly project: ProjectRow }) {
  const { t } = useTranslation();
  const fee = new Big(project.feeRate).times(100).toFixed();
  const texts = [
    t('subscription.warnings.fall'),
    t('subscription.warnings.few', { percent: percentOf(project) }),
    t('subscription.warnings.frozen'),
    t('subscription.warnings.noPrice'),
    t('subscription.warnings.fee', { percent: fee }),
  ];
  return (
    <Card title={t('subscription.warnings.title')}>
      <ul className="grid gap-2.5 text-[13px]">
        {texts.map((text) => (
          <li key={text} className="flex gap-2.5">
            <TriangleAlert aria-hidden size={15} className="text-warn mt-0.5 shrink-0" />
            {text}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const HAPPENS = ['freeze', 'close', 'distribute'] as const;

function WhatHappens() {
  const { t } = useTranslation();
  return (
    <ol className="border-line grid gap-2.5 border-t px-5 py-4 text-[12.5px]">
      {HAPPENS.map((step, i) => (
        <li key={step} className="flex items-center gap-3">
          <span className="bg-raised text-mut num grid size-5 shrink-0 place-items-center rounded-full text-[11px]">
            <Num value={i + 1} decimals={0} />
          </span>
          {t(`subscription.happens.${step}`)}
        </li>
      ))}
    </ol>
  );
}
