/** My assets: a bar of its sections over the selected page. */
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from '#shared/i18n.ts';
import { SectionBar } from '#shared/SectionBar.tsx';
import { ACCOUNT_PAGES } from './account-pages.ts';

export function AccountLayout() {
  const { t } = useTranslation();
  return (
    <>
      <SectionBar label={t('section.wallet.name')} pages={ACCOUNT_PAGES} />
      <Outlet />
    </>
  );
}
