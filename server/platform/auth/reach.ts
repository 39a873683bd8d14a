import type { Actor, ApiKeyActor } from '../context.ts';
import { notFound, permissionDenied } from '../errors.ts';
import { type Area, scopesFor } from './scopes.ts';

/**
 * The subject of an administrative endpoint. `app`: the app of `:slug`. `apps`: the apps that the caller reaches, which the handler
 * selects. `project`: the project of `:id`. `tenant`: the project of the request (`tenant: true`), also for its users of the role. `own`:
 * the records of the caller's project, which the handler selects. `platform`: all projects. `self`: the caller, whatever its scope.
 */
export type Reach = 'app' | 'apps' | 'project' | 'tenant' | 'own' | 'platform' | 'self';

/** The requirements of an administrative endpoint. */
export interface Need {
  readonly reach: Reach;
  /** Whether it is a GET. */
  readonly isRead: boolean;
  /** The area whose scope a key needs beside `read` or `write`. */
  readonly area?: Area | undefined;
  /** The least role of an operator. */
  readonly role: 'staff' | 'admin';
  /** The slug in the path. */
  readonly slug?: string | undefined;
  /** The project in the path. */
  readonly projectId?: number | undefined;
}

/** Finds the project of an app, which never changes; null for an unknown app. Implemented by the service that owns the apps. */
export interface AppDirectory {
  projectOf(slug: string): Promise<number | null>;
}

/** The project that a manager is limited to; null for all projects, and for the callers that manage nothing. */
export function managedProject(actor: Actor): number | null {
  if (actor.kind === 'operator') return actor.isOwner ? null : actor.projectId;
  return actor.kind === 'apiKey' ? actor.projectId : null;
}

/**
 * Checks that a caller may use an administrative endpoint. The records of another project are answered like missing ones.
 * @throws ApiError 403 `permission_denied`, 404 `app_not_found` or `project_not_found`
 */
export async function requireReach(actor: Actor, need: Need, apps: AppDirectory): Promise<void> {
  if (actor.kind === 'apiKey') requireKeyReach(actor, need);
  else requireRole(actor, need);
  const project = managedProject(actor);
  if (project === null) return;
  if (need.reach === 'platform') throw permissionDenied('This request needs an owner or an API key of all projects.');
  if (need.reach === 'project' && need.projectId !== project) throw notFound('project');
  if (need.reach !== 'app' || need.slug === undefined) return;
  const ofApp = await apps.projectOf(need.slug);
  if (ofApp !== null && ofApp !== project) throw notFound('app');
}

function requireKeyReach(key: ApiKeyActor, need: Need): void {
  const { reach, slug, area, isRead } = need;
  const { scopes, apps, projectId } = key;
  if (reach === 'self') return;
  if (apps !== null && reach !== 'app' && reach !== 'apps')
    throw permissionDenied('This API key is limited to some apps; this request needs a key for all apps.');
  const lacking = scopesFor(need).find((scope) => !scopes.includes(scope));
  if (lacking !== undefined) throw permissionDenied(`This API key lacks the scope ${lacking}.`);
  if (area === 'all' && projectId !== null) throw permissionDenied('This request needs an operator, or an API key of all projects.');
  if (area === 'operators' && !isRead) requireMakerOfManagers(key);
  if (projectId !== null && !isRead && (reach === 'project' || reach === 'tenant') && area !== 'feedback')
    throw permissionDenied(
      'An API key of one project changes its apps, feedback and keys only; this request needs an operator, or an API key of all projects.',
    );
  if (apps === null || reach !== 'app') return;
  if (slug === undefined || !apps.includes(slug)) throw permissionDenied('This API key has no access to this app.');
}

/**
 * Operators, and users with the role staff or admin, outlive the key that made them, so only a key that lasts and reaches all makes them.
 * @throws ApiError 403 `permission_denied`
 */
export function requireMakerOfManagers(actor: Actor): void {
  if (actor.kind !== 'apiKey') return;
  const { scopes, apps, projectId, expiresAt } = actor;
  const lacking = scopesFor({ area: 'operators', isRead: false }).find((scope) => !scopes.includes(scope));
  if (lacking === undefined && apps === null && projectId === null && expiresAt === null) return;
  throw permissionDenied(
    'Operators and staff are managed by an operator, or by an API key of all projects without an expiry that has the scopes read, write and operators.',
  );
}

function requireRole(actor: Actor, { role, reach, area }: Need): void {
  const mayHaveRole = actor.kind === 'operator' || (actor.kind === 'user' && (reach === 'tenant' || reach === 'self'));
  // users with the role staff moderate, but do not see the data of others
  const least = actor.kind === 'user' && area === 'users' ? 'admin' : role;
  if (mayHaveRole && (actor.role === 'admin' || actor.role === least)) return;
  throw permissionDenied();
}
