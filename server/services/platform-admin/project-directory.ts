import { Project } from '../../../models/platform-admin/Project.ts';
import type { ProjectDirectory } from '../../platform/auth/tenant.ts';
import { ShortMemory } from '../../platform/short-memory.ts';
import { type ProjectRecord, toRecord } from './project-record.ts';

/** As guards know it, with the settings that services ask for. */
export interface SettingsDirectory extends ProjectDirectory {
  find(id: number): Promise<ProjectRecord | null>;
}

const known = new ShortMemory<number, ProjectRecord | null>(async (id) => {
  const project = await Project.findByPk(id);
  return project === null ? null : toRecord(project);
});

/**
 * Looks projects up for guards and other services: at once what this process changed, at most 1 s old what another did. An
 * inactive project is found; what that means is for the asking service to say.
 */
export function projectDirectory(): SettingsDirectory {
  known.clear();
  return { find: (id) => known.recall(id) };
}

export function forgetProject(id: number): void {
  known.forget(id);
}
