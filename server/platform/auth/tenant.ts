import type { Request } from 'express';
import type { Actor, ProjectInfo } from '../context.ts';
import { ApiError, badRequest, notFound, projectMismatch } from '../errors.ts';

/** Looks up projects, with a short cache; implemented by the service that owns their table. */
export interface ProjectDirectory {
  find(id: number): Promise<ProjectInfo | null>;
}

const MAX_ID = 2_147_483_647;

/**
 * The project that the header X-Project-ID names; null without the header.
 * @throws ApiError 400 `invalid_project` for anything but one positive decimal integer.
 */
export function readProjectHeader(req: Request): number | null {
  const header = req.headers['x-project-id'];
  if (header === undefined) return null;
  const id = typeof header === 'string' && /^[1-9]\d{0,9}$/.test(header) ? Number(header) : Number.NaN;
  if (id <= MAX_ID) return id;
  throw badRequest('invalid_project', 'The X-Project-ID header must be one positive whole number.', [
    { field: 'X-Project-ID', message: 'must be one positive whole number' },
  ]);
}

/** The project of the actor's token or API key; null without one, and for a key of all projects. */
export function projectOfActor(actor: Actor): number | null {
  return actor.kind === 'anonymous' || actor.kind === 'system' ? null : actor.projectId;
}

/** An owner may choose any project. @throws ApiError 403 `project_mismatch`, before the project is looked up. */
export function requireSameProject(header: number | null, actor: Actor): void {
  const own = actor.kind === 'operator' && actor.isOwner ? null : projectOfActor(actor);
  if (header !== null && own !== null && header !== own) throw projectMismatch();
}

/** @throws ApiError 403 `project_mismatch`, before the project is looked up. */
export function requireSameInBody(header: number | null, inBody: number | undefined): void {
  if (header !== null && inBody !== undefined && header !== inBody) throw projectMismatch();
}

/**
 * The project of the header, else of the token, else the default.
 * @throws ApiError 404 `project_not_found`
 */
export async function resolveProject(
  source: { header: number | null; actor: Actor },
  projects: ProjectDirectory,
  defaultId: number,
): Promise<ProjectInfo> {
  return requireProject(source.header ?? projectOfActor(source.actor) ?? defaultId, projects);
}

/** @throws ApiError 404 `project_not_found` */
export async function requireProject(id: number, projects: ProjectDirectory): Promise<ProjectInfo> {
  const project = await projects.find(id);
  if (project === null) throw notFound('project');
  return project;
}

/** @throws ApiError 403 `project_inactive` */
export function requireActiveProject({ isActive }: ProjectInfo): void {
  if (!isActive) throw new ApiError(403, 'project_inactive', 'This project is switched off.');
}
