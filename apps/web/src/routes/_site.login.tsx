/** The login pages share their texts. */
import { createFileRoute } from '@tanstack/react-router';
import { openTexts } from '#shared/i18n.ts';

export const Route = createFileRoute('/_site/login')({ loader: () => openTexts('people') });
