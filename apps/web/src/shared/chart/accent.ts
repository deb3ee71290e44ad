/** The accent as charts on a canvas take it: as a value of its own. */

const css = getComputedStyle(document.documentElement);

export const BRAND = css.getPropertyValue('--brand').trim();
/** What is seen on the theme's panels; another theme can have another. */
export const brandLine = (): string => css.getPropertyValue('--brand-line').trim();
export const ON_BRAND = css.getPropertyValue('--on-brand').trim();
