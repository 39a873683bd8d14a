import { managedProject } from '../../platform/auth/reach.ts';
import type { Scope } from '../../platform/auth/scopes.ts';
import type { Actor } from '../../platform/context.ts';
import { auditNameOf } from '../../platform/db/records/audit.ts';

export interface Caller {
  /** As the audit log names it. */
  readonly actor: string;
  readonly name: string | null;
  /** null for all projects. */
  readonly projectId: number | null;
  readonly roles: readonly ('staff' | 'admin' | 'owner')[];
  /** null for a person. */
  readonly scopes: readonly Scope[] | null;
  /** null for all apps. */
  readonly apps: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** The caller, and what it reaches. */
export function describeCaller(actor: Actor): Caller {
  const { scopes, apps, expiresAt } = actor.kind === 'apiKey' ? actor : { scopes: null, apps: null, expiresAt: null };
  return { actor: auditNameOf(actor), name: nameOf(actor), projectId: projectOf(actor), roles: rolesOf(actor), scopes, apps, expiresAt };
}

function nameOf(actor: Actor): string | null {
  if (actor.kind === 'operator') return actor.username;
  return actor.kind === 'apiKey' ? actor.name : null;
}

function projectOf(actor: Actor): number | null {
  return actor.kind === 'user' ? actor.projectId : managedProject(actor);
}

function rolesOf(actor: Actor): Caller['roles'] {
  if (actor.kind === 'operator') return actor.isOwner ? ['admin', 'owner'] : [actor.role];
  return actor.kind === 'user' && (actor.role === 'staff' || actor.role === 'admin') ? [actor.role] : [];
}
