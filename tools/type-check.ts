/** How the types of a project are checked: what has not changed since the last time is skipped. */
import path from 'node:path';

const CACHE = path.join('node_modules', '.cache', 'glasshouse', 'types');

/** `project`: its folder or its tsconfig.json, from the root of the repository. */
export function typeCheckOf(project: string): readonly [program: string, ...args: string[]] {
  const known = path.join(CACHE, `${project.replaceAll('/', '-')}.tsbuildinfo`);
  return ['tsc', '-p', project, '--incremental', '--tsBuildInfoFile', known];
}
