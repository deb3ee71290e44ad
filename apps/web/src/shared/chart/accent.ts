/** The accent as charts on a canvas take it: as a value of its own. */

const css = getComputedStyle(document.documentElement);

export const BRAND = css.getPropertyValue('--brand').trim();
export const ON_BRAND = css.getPropertyValue('--on-brand').trim();
