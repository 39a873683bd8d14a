import type { Request } from 'express';
import {
  type ProjectDirectory,
  projectOfActor,
  readProjectHeader,
  requireActiveProject,
  requireProject,
  requireSameInBody,
  requireSameProject,
  resolveProject,
} from '../../auth/tenant.ts';
import type { TokenGuard } from '../../auth/token-guard.ts';
import { tolerant } from '../../auth/user-guard.ts';
import { type Actor, isStaffActor, type ProjectInfo } from '../../context.ts';
import type { Endpoint, Service } from '../endpoint.ts';
import type { RawInput } from '../input/validate.ts';

export interface TenantDeps {
  readonly tokens: TokenGuard;
  readonly projects: ProjectDirectory;
  readonly defaultProjectId: number;
}

/**
 * The header's format is checked on every endpoint. It must also match the project of a token sent with it, except on the public endpoints
 * of phone auth, which ignore tokens (docs/reference/tenancy.md).
 */
export async function findTenant(
  { endpoint, service }: { endpoint: Endpoint; service: Service },
  deps: TenantDeps,
  { req, actor }: { req: Request; actor: Actor },
): Promise<ProjectInfo | null> {
  const header = readProjectHeader(req);
  if (header !== null && isHeaderCompared(endpoint, service))
    requireSameProject(header, actor.kind === 'anonymous' ? await tolerant(deps.tokens, req) : actor);
  if (endpoint.tenant !== true && endpoint.tenant !== 'active') return null;
  const project = await resolveProject({ header, actor }, deps.projects, deps.defaultProjectId);
  if (endpoint.tenant === 'active' && !isStaffActor(actor)) requireActiveProject(project);
  return project;
}

/** The guard of managers has compared it already, because it looks up what the path names. */
function isHeaderCompared({ auth }: Endpoint, { name }: Service): boolean {
  return auth !== 'manager' && (name !== 'auth' || auth !== 'public');
}

/** The project of the body, else of the header or of the token; a user who signs in has no token yet. */
export async function findTenantInBody(
  tenancy: 'body' | 'bodyIfAny',
  deps: TenantDeps,
  { req, input, actor }: { req: Request; input: RawInput; actor: Actor },
): Promise<ProjectInfo | null> {
  const header = readProjectHeader(req);
  const projectId = projectIdIn(input.body);
  requireSameInBody(header, projectId);
  const named = projectId ?? header;
  requireSameProject(named, actor);
  const id = named ?? projectOfActor(actor) ?? (tenancy === 'body' ? deps.defaultProjectId : null);
  return id === null ? null : requireProject(id, deps.projects);
}

function projectIdIn(body: unknown): number | undefined {
  const id = typeof body === 'object' && body !== null && 'projectId' in body ? body.projectId : undefined;
  return typeof id === 'number' ? id : undefined;
}
