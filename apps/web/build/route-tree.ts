/** The table of routes, which follows from the files of src/routes. */
import path from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';

/** Of the build and of `npm run generate` alike. */
export const ROUTES = {
  target: 'react',
  autoCodeSplitting: true,
  quoteStyle: 'single',
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/routeTree.gen.ts',
} as const;

export async function writeRouteTree(): Promise<void> {
  const root = path.resolve(import.meta.dirname, '..');
  await new Generator({ config: getConfig({ ...ROUTES, disableLogging: true }, root), root }).run();
}
