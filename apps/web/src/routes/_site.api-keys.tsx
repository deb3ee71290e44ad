/** /api-keys */
import { createFileRoute } from '@tanstack/react-router';
import { ApiKeysPage } from '#features/api-keys/ApiKeysPage.tsx';

export const Route = createFileRoute('/_site/api-keys')({ component: ApiKeysPage });
