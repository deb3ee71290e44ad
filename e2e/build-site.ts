/** Builds the site from its current sources before the tests. */
import { buildWeb } from '../tools/build-web.ts';

export default async function buildSite(): Promise<void> {
  await buildWeb(() => console.log('Building the site'));
}
