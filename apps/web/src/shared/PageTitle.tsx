/** The title of the browser's tab: the page, then the site. */
import { BRAND_NAME } from './brand.ts';

export function PageTitle({ of }: { readonly of: string }) {
  // A heading in two lines becomes one; Chinese has no space between them.
  const line = of.replace(/([!-~])?\n/, (_, latin?: string) => (latin === undefined ? '' : `${latin} `));
  return <title>{`${line} | ${BRAND_NAME}`}</title>;
}
