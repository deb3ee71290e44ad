/** /setting/verify: the verification of the user's identity. */
import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '#features/kyc/VerifyPage.tsx';

export const Route = createFileRoute('/_site/setting/verify')({ component: VerifyPage });
