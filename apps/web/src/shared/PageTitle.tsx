/** The title of the browser's tab: the page, then the site. */
export function PageTitle({ of }: { readonly of: string }) {
  // A heading in two lines becomes one; Chinese has no space between them.
  const line = of.replace(/([!-~])?\n/, (_, latin?: string) => (latin === undefined ? '' : `${latin} `));
  return <title>{`${line} | Glasshouse`}</title>;
}
