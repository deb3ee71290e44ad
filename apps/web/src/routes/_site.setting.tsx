/** The personal center shares its side navigation and its texts. */
import { createFileRoute } from '@tanstack/react-router';
import { SettingLayout } from '#app/pages/SettingLayout.tsx';
import { openTexts } from '#shared/i18n.ts';

export const Route = createFileRoute('/_site/setting')({
  loader: () => openTexts('people'),
  component: SettingLayout,
});
