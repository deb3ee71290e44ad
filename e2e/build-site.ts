/** What is tested is the site as its sources are now. */
import { buildWeb } from '../tools/build-web.ts';

export default async function buildSite(): Promise<void> {
  await buildWeb(() => console.log('Building the site'));
}
