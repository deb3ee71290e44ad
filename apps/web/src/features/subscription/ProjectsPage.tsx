/** /subscribe/list: the open project with the outcomes of an amount, and the other projects. */
import { buttonClass, Card, Empty, formatNumber, Num, Segmented } from '@glasshouse/ui';
import { Big } from 'big.js';
import { ShieldCheck } from 'lucide-react';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { useProjects, type ProjectRow } from './calls.ts';
import { TimeLeft } from '#shared/products/TimeLeft.tsx';
import { MarketCapLine, PaidIn, ProjectFacts } from './ProjectFacts.tsx';
import { PhaseBar, ProjectHead } from './ProjectHead.tsx';
import { addressOf, foremostOf, outcomeAt, PHASE } from './sale.ts';
import { SubscribePanel } from './SubscribePanel.tsx';

const FILTERS = ['all', 'open', 'closed'] as const;
const SHORT = { decimals: 8, decimalsMin: 0 } as const;
const CARDS_PX = [420, 200] as const;

export function ProjectsPage() {
  const { t } = useTranslation();
  const projects = useProjects();
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      <PageHeader
        title={t('subscription.title')}
        lead={t('subscription.lead')}
        article="subscription-shares"
      />
      {projects.data === undefined ? (
        <CardLoading query={projects} cards={CARDS_PX} />
      ) : (
        <Projects projects={projects.data} />
      )}
    </main>
  );
}

const isShown = (filter: (typeof FILTERS)[number], { phase }: ProjectRow): boolean =>
  filter === 'all' || (filter === 'open' ? phase <= PHASE.open : phase > PHASE.open);

function Projects({ projects }: { readonly projects: readonly ProjectRow[] }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useUrlChoice('filter', FILTERS);
  const foremost = foremostOf(projects);
  const others = projects.filter((project) => project !== foremost);
  const heading = t(foremost === undefined ? 'subscription.toProjects' : 'subscription.others');
  const shown = others.filter((project) => isShown(filter, project));
  if (projects.length === 0)
    return (
      <Card>
        <Empty title={t('subscription.none')} text={t('subscription.noneText')} />
      </Card>
    );
  return (
    <>
      {foremost !== undefined && <Foremost project={foremost} />}
      {others.length > 0 && (
        <section className="mt-5">
          <div className="mb-3 flex items-center justify-between">
            <h2 className="text-[15px] font-semibold">{heading}</h2>
            <Segmented
              label={heading}
              items={FILTERS.map((id) => ({ id, label: t(`subscription.filters.${id}`) }))}
              value={filter}
              onValue={setFilter}
            />
          </div>
          {shown.length === 0 ? (
            <Card>
              <Empty title={t('subscription.noneOfThese')} />
            </Card>
          ) : (
            <ul className="grid grid-cols-3 gap-4">
              {shown.map((project) => (
                <ProjectCard key={project.project} project={project} />
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}

function Foremost({ project }: { readonly project: ProjectRow }) {
  const { t } = useTranslation();
  return (
    <section className="border-line bg-panel overflow-clip rounded-xl border">
      <div className="divide-line grid grid-cols-[minmax(0,1fr)_400px] divide-x">
        <div className="grid content-start gap-5 p-5">
          <ProjectHead
            project={project}
            size="page"
            end={
              <PageLink {...addressOf(project)} className={buttonClass('plain', 'sm')}>
                {t('subscription.details')}
              </PageLink>
            }
          />
          <PhaseBar project={project} times />
          <ProjectFacts project={project} />
          <div className="border-line rounded-lg border px-4 py-3">
            <PaidIn project={project} />
          </div>
          <ShareLine project={project} />
        </div>
        <SubscribePanel project={project} isShort />
      </div>
      <p className="border-line text-mut flex items-center gap-2 border-t px-5 py-3 text-[12.5px]">
        <ShieldCheck aria-hidden size={15} className="text-brand-ink" />
        {t('subscription.proof')}
      </p>
    </section>
  );
}

/** The formula with an example, which is the same for all users. Its amount adds to the total. */
function ShareLine({ project }: { readonly project: ProjectRow }) {
  const { t } = useTranslation();
  const { forSale, coin, maxPerOwner, raise, phase } = project;
  const total = phase === PHASE.open ? new Big(project.total).plus(maxPerOwner).toFixed() : project.total;
  if (new Big(total).lte(raise)) return null;
  const [paid, all, sale] = [maxPerOwner, total, forSale].map((value) => formatNumber(value, SHORT));
  return (
    <p className="bg-raised flex items-baseline gap-2 rounded-lg px-4 py-3">
      <span className="text-mut text-[12.5px]">{t('subscription.shareLine')}</span>
      <span translate="no" className="num notranslate ml-auto">
        {paid} ÷ {all} × {sale} ={' '}
      </span>
      <Num
        value={outcomeAt(project, maxPerOwner, total).coins}
        decimals={2}
        unit={coin}
        className="font-semibold"
      />
    </p>
  );
}

function ProjectCard({ project }: { readonly project: ProjectRow }) {
  const { t } = useTranslation();
  const { price, currency, supply, phase } = project;
  return (
    <li className="border-line bg-panel grid content-start gap-4 rounded-xl border p-5">
      <ProjectHead project={project} size="card" />
      <PhaseBar project={project} />
      <dl className="grid grid-cols-2 gap-4">
        <div>
          <dt className="text-mut text-[12.5px]">{t('market.price')}</dt>
          <dd className="text-[16px] font-semibold">
            <Num value={price} decimals={8} decimalsMin={2} unit={currency} />
          </dd>
        </div>
        <div>
          <dt className="text-mut text-[12.5px]">{t('subscription.totalSupply')}</dt>
          <dd className="text-[16px] font-semibold">
            <Num value={supply} decimals={8} decimalsMin={0} />
          </dd>
        </div>
      </dl>
      <MarketCapLine project={project} isShort />
      <div className="border-line flex items-end justify-between gap-3 border-t pt-3">
        <NextStep project={project} />
        <PageLink {...addressOf(project)} className={buttonClass('plain', 'sm')}>
          {t(phase === PHASE.warmingUp ? 'subscription.preview' : 'subscription.details')}
        </PageLink>
      </div>
    </li>
  );
}

/** The next phase of a project, and the time until then. */
function NextStep({ project }: { readonly project: ProjectRow }) {
  const { t } = useTranslation();
  const { phase, opensTime, closesTime, distributesTime, listsTime, coin, currency } = project;
  const next = [
    { text: t('subscription.opensIn'), at: opensTime },
    { text: t('subscription.closesIn'), at: closesTime },
    { text: t('subscription.phases.closing'), at: undefined },
    { text: t('subscription.distributesIn'), at: distributesTime },
    { text: t('subscription.listsIn'), at: listsTime },
    { text: t('subscription.tradesNow'), at: undefined },
  ][phase];
  return (
    <p>
      <span className="text-mut block text-[12.5px]">{next?.text}</span>
      <b className="text-[14px] font-semibold">
        {next?.at !== undefined && <TimeLeft untilMs={next.at} />}
        {phase === PHASE.listed && `${coin}/${currency}`}
      </b>
    </p>
  );
}
