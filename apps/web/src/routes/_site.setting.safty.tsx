/** /setting/safty: the security center. */
import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '#features/identity/security/SecurityPage.tsx';

export const Route = createFileRoute('/_site/setting/safty')({ component: SecurityPage });
