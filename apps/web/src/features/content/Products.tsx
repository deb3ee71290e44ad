/** What one can do here: the two open products with their real terms, and what is being built. */
import { formatPercent } from '@glasshouse/ui';
import {
  ArrowUpRight,
  Landmark,
  Layers,
  Pickaxe,
  Rocket,
  Timer,
  TrendingUp,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { breakEvenRate } from '@glasshouse/protocol/seconds-contract/odds';
import { useContractConfigs, useContractFeeRate } from '#data/parameters.ts';
import { useCatalogue } from '#data/pairs.ts';
import { PageLink } from '#shared/PageLink.tsx';

const CARD =
  'group border-line bg-panel hover:border-edge relative flex flex-col overflow-hidden rounded-2xl border p-6 transition-colors';
const PLANNED = [
  ['finance', Landmark, '/finance/list'],
  ['subscribe', Rocket, '/subscribe/list'],
  ['mining', Pickaxe, '/pool/list'],
  ['fund', Layers, '/fund/list'],
] as const;

export function Products() {
  const { t } = useTranslation();
  return (
    <section className="mx-auto w-[1240px] pt-24">
      <h2 className="font-display text-[34px] leading-[42px] font-semibold tracking-[-0.02em]">
        {t('home.productsTitle')}
      </h2>
      <p className="text-mut mt-2 text-[15px] leading-6">{t('home.productsText')}</p>
      <div className="mt-9 grid grid-cols-2 gap-4">
        <SpotCard />
        <SecondsCard />
      </div>
      <div className="mt-4 grid grid-cols-4 gap-4">
        {PLANNED.map(([key, icon, to]) => (
          <article key={key} className={`${CARD} min-h-[150px]`}>
            <Head icon={icon} title={t(`nav.${key}`)} text={t(`home.${key}`)} to={to} />
            <p className="text-2xs text-mut mt-auto pt-3 font-medium">{t('notOpen.badge')}</p>
          </article>
        ))}
      </div>
    </section>
  );
}

interface HeadProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly to: string;
}
function Head({ icon: Icon, title, text, to }: HeadProps) {
  return (
    <>
      <div className="flex items-center gap-2.5">
        <span className="bg-brand-soft text-brand-ink grid size-8 place-items-center rounded-lg">
          <Icon aria-hidden className="size-[17px]" strokeWidth={1.9} />
        </span>
        <h3 className="text-[16px] font-semibold">
          <PageLink to={to} className="after:absolute after:inset-0">
            {title}
          </PageLink>
        </h3>
        <ArrowUpRight
          aria-hidden
          className="text-dim group-hover:text-brand-ink ml-auto size-4 transition-colors"
        />
      </div>
      <p className="text-mut mt-2.5 text-[13px] leading-5">{text}</p>
    </>
  );
}
function Rows({ rows }: { readonly rows: readonly (readonly [string, ReactNode, string?])[] }) {
  return (
    <dl className="num mt-auto pt-4">
      {rows.map(([name, value, tone = '']) => (
        <div key={name} className="border-line flex justify-between border-t py-2 text-[12.5px] last:pb-0">
          <dt className="text-mut">{name}</dt>
          <dd className={`font-medium ${tone}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function SpotCard() {
  const { t } = useTranslation();
  const catalogue = useCatalogue();
  const pair = catalogue?.pairs[0];
  const rate = (ppm: number | undefined) =>
    ppm === undefined ? '–' : formatPercent(ppm / 1_000_000, { signed: false, decimalsMin: 2 });
  return (
    <article className={`${CARD} min-h-[250px]`}>
      <Head icon={TrendingUp} title={t('nav.spot')} text={t('home.spot')} to="/trade" />
      <Rows
        rows={[
          [t('home.pairs'), catalogue?.pairs.length ?? '–'],
          [t('home.makerFee'), rate(pair?.makerFeePpm)],
          [t('home.takerFee'), rate(pair?.takerFeePpm)],
        ]}
      />
    </article>
  );
}

function SecondsCard() {
  const { t } = useTranslation();
  const config = useContractConfigs().data?.[0];
  const feeRate = useContractFeeRate().data;
  const ppm = (rate: number) => Math.round(rate * 1_000_000);
  const income = config === undefined ? undefined : Number(config.incomeRate);
  const breakEven =
    income === undefined || feeRate === undefined
      ? undefined
      : breakEvenRate(ppm(income), ppm(Number(feeRate))) / 1_000_000;
  return (
    <article className={`${CARD} min-h-[250px]`}>
      <Head icon={Timer} title={t('nav.seconds')} text={t('home.seconds')} to="/scontract" />
      <Rows
        rows={[
          [
            t('home.paysWhenRight', { seconds: config?.second ?? '–' }),
            income === undefined ? '–' : formatPercent(income, { decimals: 0 }),
            'text-up',
          ],
          [
            t('seconds.breakEven'),
            breakEven === undefined ? '–' : formatPercent(breakEven, { signed: false, decimals: 1 }),
          ],
          [t('home.whenWrong'), t('home.stakeLost'), 'text-down'],
        ]}
      />
    </article>
  );
}
