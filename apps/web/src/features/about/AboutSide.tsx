/** The pages about the platform, at the left of each of them. */
import { classNames } from '@glasshouse/ui';
import {
  Activity,
  BookCheck,
  CircleHelp,
  FileText,
  Lock,
  Percent,
  Shield,
  TriangleAlert,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useSession } from '#data/session.ts';
import { useTranslation, type Translation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';

interface Item {
  readonly id: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly icon: LucideIcon;
  readonly text: string;
}

const itemsOf = ({
  t,
}: Translation): { readonly about: readonly Item[]; readonly help: readonly Item[] } => ({
  about: [
    { id: 'us', to: '/about/us', icon: Users, text: t('about.us.title') },
    { id: 'books', to: '/about/us', search: { view: 'books' }, icon: BookCheck, text: t('about.books') },
    { id: 'status', to: '/about/us', search: { view: 'status' }, icon: Activity, text: t('about.status') },
    { id: 'policy', to: '/about/policy', icon: Shield, text: t('about.policy.title') },
    { id: 'protocol', to: '/about/protocol', icon: FileText, text: t('about.protocol.title') },
    { id: 'legal', to: '/about/legal', icon: TriangleAlert, text: t('about.legal.title') },
  ],
  help: [
    { id: 'connect', to: '/about/connect', icon: CircleHelp, text: t('about.connect.title') },
    { id: 'fees', to: '/about/legal', search: { view: 'fees' }, icon: Percent, text: t('about.fees') },
  ],
});

/** The page that visitors cannot open. */
const LOCKED = 'policy';

export function AboutSide({ on }: { readonly on: string }) {
  const translation = useTranslation();
  const { t } = translation;
  const isVisitor = useSession() === null;
  const { about, help } = itemsOf(translation);
  return (
    <nav aria-label={t('footer.about')} className="w-52 print:hidden">
      {(
        [
          [t('footer.about'), about],
          [t('about.help'), help],
        ] as const
      ).map(([title, items], index) => (
        <div key={title} className={classNames(index > 0 && 'mt-4')}>
          <p className="text-mut px-3 pt-2 pb-1.5 text-[11px]">{title}</p>
          {items.map(({ id, to, search, icon: Icon, text }) => (
            <PageLink
              key={id}
              to={to}
              {...(search === undefined ? {} : { search })}
              aria-current={id === on ? 'page' : undefined}
              className="text-mut hover:bg-raised hover:text-fg aria-[current]:bg-brand/12 aria-[current]:text-fg group mb-0.5 flex min-h-9 items-center gap-2.5 rounded-lg px-3 py-2 text-[13px] leading-5 font-medium aria-[current]:font-semibold"
            >
              <Icon aria-hidden size={16} className="group-aria-[current]:text-brand-ink shrink-0" />
              {text}
              {isVisitor && id === LOCKED && (
                <span className="ml-auto">
                  <Lock aria-hidden size={13} />
                  <span className="sr-only">{t('about.afterLogin')}</span>
                </span>
              )}
            </PageLink>
          ))}
        </div>
      ))}
    </nav>
  );
}
