/** /setting: the layout of the personal center, with its side navigation. */
import { createFileRoute } from '@tanstack/react-router';
import { SettingLayout } from '#app/pages/SettingLayout.tsx';

export const Route = createFileRoute('/_site/setting')({ component: SettingLayout });
