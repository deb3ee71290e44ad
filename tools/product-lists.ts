/**
 * What products show on pages of everything: lists of the modules of the site's features that
 * export it, so that a product with such a module cannot be forgotten.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.ts';

const FEATURES = 'apps/web/src/features';
const PAGES = 'apps/web/src/app/pages';

interface ProductList {
  readonly file: string;
  readonly exported: string;
  readonly about: string;
}
const LISTS: readonly ProductList[] = [
  {
    file: `${PAGES}/product-records.gen.ts`,
    exported: 'records',
    about: 'The orders of products in the page of records',
  },
  {
    file: `${PAGES}/portfolio/product-locks.gen.ts`,
    exported: 'locks',
    about: 'What products hold of the reader, for the portfolio',
  },
  { file: `${PAGES}/product-cards.gen.ts`, exported: 'card', about: 'The products on the home page' },
  {
    file: `${PAGES}/product-claims.gen.ts`,
    exported: 'HomeClaim',
    about: 'What the marketing claims of products, for the home page',
  },
  {
    file: `${PAGES}/product-terms.gen.ts`,
    exported: 'terms',
    about: 'What visitors read of products, for the page of fees and the help center',
  },
];
/** The modules in which a feature may export one. */
const MODULES = /^(product|records|locks|product-card|home-claim|public-terms)\.tsx?$/;

/** Each list's file and its content. */
export function productLists(): readonly (readonly [file: string, text: string])[] {
  const modules = fs
    .readdirSync(path.join(ROOT, FEATURES))
    .toSorted()
    .flatMap((feature) => modulesOf(feature));
  return LISTS.map(({ file, exported, about }) => {
    const exports = new RegExp(`^export const ${exported}\\b`, 'm');
    const lines = modules
      .filter(({ text }) => exports.test(text))
      .map(({ name, from }) => `export { ${exported} as ${name} } from '${from}';`);
    const head = `/** ${about}: made by \`npm run generate\`. */`;
    return [file, [head, ...lines, ''].join('\n')];
  });
}

function modulesOf(feature: string) {
  const folder = path.join(ROOT, FEATURES, feature);
  const name = feature.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return fs
    .readdirSync(folder)
    .filter((file) => MODULES.test(file))
    .map((file) => ({
      name,
      from: `#features/${feature}/${file}`,
      text: fs.readFileSync(path.join(folder, file), 'utf8'),
    }));
}
