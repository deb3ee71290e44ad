/** /setting/api: the user's API keys. */
import { createFileRoute } from '@tanstack/react-router';
import { ApiKeysPage } from '#features/api-keys/ApiKeysPage.tsx';

export const Route = createFileRoute('/_site/setting/api')({ component: ApiKeysPage });
