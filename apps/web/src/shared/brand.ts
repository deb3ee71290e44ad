/** The brand, which the server has written into the page. */

const written = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';

export const BRAND_NAME = written('application-name');
/** Who runs the platform; empty where the owner has not said. */
export const LEGAL_NAME = written('author');
