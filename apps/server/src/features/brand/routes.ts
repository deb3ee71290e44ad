/** What anybody may know of the brand: who runs the platform. */
import type { FeatureHandlers } from '../../http/handler.ts';
import type { BrandInForce } from '../../contract/brand.ts';

export function brandHandlers(brand: BrandInForce, siteUrl: () => string): FeatureHandlers<'brand'> {
  return {
    'brand/get-brand': () => {
      const { current } = brand;
      return {
        name: current.name,
        colour: current.colour,
        legalName: current.legal_name,
        legalAddress: current.legal_address,
        legalContact: current.legal_contact,
        website: current.website === '' ? new URL(siteUrl()).host : current.website,
      };
    },
  };
}
