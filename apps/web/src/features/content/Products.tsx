/** The products with their real terms. */
import { ArrowUpRight, type LucideIcon } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import type { ProductCard } from '#shared/product-card.ts';
import type { PageAddress } from '#shared/section.ts';

const CARD =
  'group border-line bg-panel hover:border-edge relative flex flex-col overflow-hidden rounded-2xl border p-6 [transition:color_.15s,background-color_.15s,border-color_.15s]';

export interface ProductsProps {
  readonly products: readonly (ProductCard & PageAddress)[];
}
export function Products({ products }: ProductsProps) {
  const { t } = useTranslation();
  return (
    <section className="mx-auto w-reading pt-24">
      <h2 className="font-display text-[34px] leading-10 font-semibold tracking-[-0.02em]">
        {t('home.productsTitle')}
      </h2>
      <p className="text-mut mt-2 text-[15px] leading-6">
        {t('home.productsText', { count: products.length })}
      </p>
      <div className="mt-9 grid grid-cols-2 gap-4">
        {products.map(({ text, icon, claim, to, Facts }) => (
          <article key={to} className={Facts === undefined ? CARD : `${CARD} min-h-[250px]`}>
            <Head icon={icon} title={t(text)} text={t(claim)} to={to} />
            {Facts !== undefined && <Facts />}
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
          className="text-dim group-hover:text-brand-ink ml-auto size-4 [transition:color_.15s,background-color_.15s,border-color_.15s]"
        />
      </div>
      <p className="text-mut mt-2.5 text-[13px] leading-5">{text}</p>
    </>
  );
}
