/** Opens the projector's connection in its thread. Loads only the engine that is used. */
import type { ProjectorLink, ProjectorSession } from './database.ts';

export async function openProjectorSession(link: ProjectorLink): Promise<ProjectorSession> {
  if (link.kind === 'postgres') return (await import('./postgres.ts')).openPostgresProjector(link.url);
  return (await import('./embedded/projector-session.ts')).embeddedProjector(link.port);
}
