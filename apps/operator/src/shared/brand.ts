/** The name of the platform, which the server has written into the page. */

export const BRAND_NAME =
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? '';
