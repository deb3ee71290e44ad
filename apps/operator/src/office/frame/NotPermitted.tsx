/** Shown instead of a page that the operator's role may not open. */
import { buttonClass } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { isPermitted, OPERATOR_ROLES, type OperatorRole } from '@glasshouse/protocol/operator-roles';
import { firstPageOf, PAGES, type Page as Entry } from '../pages.ts';
import { useTexts } from '../texts.ts';
import { Page } from './Page.tsx';

export interface NotPermittedProps {
  readonly page: Entry;
  readonly role: OperatorRole;
}

export function NotPermitted({ page, role }: NotPermittedProps) {
  const { t } = useTexts();
  const first = firstPageOf(role);
  const firstText = PAGES.find(({ to }) => to === first)?.text;
  const facts = [
    [t('yourRole'), t(`role_${role}`)],
    [
      t('whoMayOpen'),
      OPERATOR_ROLES.filter((each) => isPermitted(each, page.permission))
        .map((each) => t(`role_${each}`))
        .join(t('listComma')),
    ],
    [t('whoMayChange'), t('whoMayChangeText')],
  ] as const;
  return (
    <Page title={t(page.text)} fact={t('notOpen')}>
      <div className="bg-panel grid flex-1 place-content-center p-6">
        <div className="w-[540px] pb-16">
          <span className="bg-raised text-mut grid size-11 place-items-center rounded-full">
            <Lock aria-hidden size={18} strokeWidth={1.7} />
          </span>
          <h2 className="mt-4 text-[20px] leading-7 font-semibold">
            {t('notYourRole', { page: t(page.text) })}
          </h2>
          <p className="text-mut mt-1 text-[13px] leading-5">{t('notYourRoleText')}</p>
          <dl className="divide-line border-line mt-5 grid grid-cols-3 divide-x rounded-md border">
            {facts.map(([name, fact]) => (
              <div key={name} className="px-4 py-2.5">
                <dt className="text-mut">{name}</dt>
                <dd className="font-medium">{fact}</dd>
              </div>
            ))}
          </dl>
          <Link to={first} className={buttonClass('brand', 'sm', 'mt-5')}>
            {t('goTo', { page: firstText === undefined ? '' : t(firstText) })}
          </Link>
        </div>
      </div>
    </Page>
  );
}
