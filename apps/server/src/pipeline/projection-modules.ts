/**
 * Projections by the modules that make them: the main thread and the projector's each have their
 * own, because a function cannot be sent.
 */
import type { Projection } from './projection.ts';

/** What such a module exports. */
export interface ProjectionModule {
  readonly createProjections: () => readonly Projection[];
}

/** In the order of the modules, whose addresses `import.meta.resolve` gives. */
export async function loadProjections(modules: readonly string[]): Promise<readonly Projection[]> {
  const loaded = await Promise.all(modules.map((url) => import(url) as Promise<ProjectionModule>));
  return loaded.flatMap(({ createProjections }) => createProjections());
}
