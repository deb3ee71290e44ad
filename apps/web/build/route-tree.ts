/** Configures the table of routes, which is generated from the files in src/routes. */
import path from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';

/** Options that the build and `npm run generate` share. */
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
