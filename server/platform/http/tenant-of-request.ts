import type { Request } from 'express';
import {
  type ProjectDirectory,
  readProjectHeader,
  requireActiveProject,
  requireProject,
  requireSameInBody,
  requireSameProject,
  resolveProject,
} from '../auth/tenant.ts';
import type { TokenGuard } from '../auth/token-guard.ts';
import { tolerant } from '../auth/user-guard.ts';
import { type Actor, isStaffActor, type ProjectInfo } from '../context.ts';
import type { Row, Service } from './endpoint.ts';
import type { RawInput } from './input/validate.ts';

export interface TenantDeps {
  readonly tokens: TokenGuard;
  readonly projects: ProjectDirectory;
  readonly defaultProjectId: number;
}

/**
 * The header's form is checked on every endpoint, and against a token wherever both are there; the public endpoints of phone auth
 * alone ignore tokens (contract §1.3).
 */
export async function findTenant(
  { row, service }: { row: Row; service: Service },
  deps: TenantDeps,
  asking: { req: Request; actor: Actor },
): Promise<ProjectInfo | null> {
  const header = readProjectHeader(asking.req);
  if (header !== null && (service.name !== 'auth' || row.auth !== 'public')) {
    const known = asking.actor.kind === 'user' || asking.actor.kind === 'operator';
    requireSameProject(header, known ? asking.actor : await tolerant(deps.tokens, asking.req));
  }
  if (row.tenant !== true && row.tenant !== 'active') return null;
  const project = await resolveProject({ header, actor: asking.actor }, deps.projects, deps.defaultProjectId);
  if (row.tenant === 'active' && !isStaffActor(asking.actor)) requireActiveProject(project);
  return project;
}

/** The body comes first, then the header: who signs in has no token yet (contract §1.3). */
export async function findTenantInBody(
  tenancy: 'body' | 'bodyIfAny',
  deps: TenantDeps,
  { req, input }: { req: Request; input: RawInput },
): Promise<ProjectInfo | null> {
  const header = readProjectHeader(req);
  const { projectId } = input.body as { projectId?: number };
  requireSameInBody(header, projectId);
  const id = projectId ?? header ?? (tenancy === 'body' ? deps.defaultProjectId : null);
  return id === null ? null : requireProject(id, deps.projects);
}
