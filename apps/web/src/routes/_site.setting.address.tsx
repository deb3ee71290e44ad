/** /setting/address: the user's withdrawal addresses. */
import { createFileRoute } from '@tanstack/react-router';
import { AddressPage } from '#features/wallet/address/AddressPage.tsx';

export const Route = createFileRoute('/_site/setting/address')({ component: AddressPage });
