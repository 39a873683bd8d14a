import { literal, Op } from 'sequelize';
import { ApiKey } from '../../../models/apps/ApiKey.ts';
import { App } from '../../../models/apps/App.ts';
import { managedProject } from '../../platform/auth/reach.ts';
import { SCOPES, type Scope, scopesColumn } from '../../platform/auth/scopes.ts';
import { type Act, type Actor, type Context, projectIdOf } from '../../platform/context.ts';
import { generateApiKey } from '../../platform/crypto/api-key.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/db/records/audit.ts';
import { isUniqueViolation } from '../../platform/db/statements/errors.ts';
import { afterCommit, inTransaction } from '../../platform/db/transactions/transaction.ts';
import { type Fault, invalidApiKey, notFound, permissionDenied, validationError } from '../../platform/errors.ts';
import { type ApiKeyRecord, toApiKeyRecord } from './api-key-record.ts';
import type { Apps } from './apps-service.ts';

export interface NewApiKey {
  name: string;
  scopes: Scope[];
  apps?: string[] | null;
  expiresAt?: Date | null;
  /** Only a caller of all projects may choose it; null for a key of all projects. */
  projectId?: number | null;
}

export interface IssuedApiKey {
  readonly apiKey: ApiKeyRecord;
  /** Shown once. */
  readonly key: string;
}

const MAX_TRIES = 3;

/** The keys that are not revoked and that the caller reaches, including expired ones, newest first; of one project if it is given. */
export async function listApiKeys(db: Database, actor: Actor, projectId?: number): Promise<ApiKeyRecord[]> {
  const wanted = [managedProject(actor), projectId].filter((id) => typeof id === 'number');
  const apiKeys = await db.model(ApiKey).findAll({
    where: { [Op.and]: [{ revokedAt: null }, ...wanted.map((homeProjectId) => ({ homeProjectId }))] },
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
  });
  return apiKeys.map(toApiKeyRecord);
}

/** The values of a new key with its project. An owner's key is one of all projects only if the body says so. */
export function withProject(ctx: Context, values: NewApiKey): NewApiKey {
  const isOwner = ctx.actor.kind === 'operator' && ctx.actor.isOwner;
  return isOwner && values.projectId === undefined ? { ...values, projectId: projectIdOf(ctx) } : values;
}

/**
 * Issues a key. A key issues none that outlives it, reaches further, or has a scope that it lacks.
 * @throws ApiError 403 for a key stronger than the caller's, 400 for an unknown app or project, or an expiry in the past
 */
export async function createApiKey(apps: Apps, act: Act, values: NewApiKey): Promise<IssuedApiKey> {
  const { actor, now } = act;
  requireWeaker(actor, values);
  const projectId = managedProject(actor) ?? values.projectId ?? null;
  const faults = [
    // a command may have created the project in this transaction, so the directory does not know it yet
    ...(actor.kind === 'system' ? [] : await unknownProject(apps, projectId)),
    ...(await unknownApps(apps, values.apps ?? [], projectId)),
    ...expiryFaults(values.expiresAt ?? null, now),
  ];
  if (faults.length > 0) throw validationError(faults);
  const parentId = actor.kind === 'apiKey' && actor.id !== 0 ? actor.id : null;
  return inTransaction(apps.db, async () => {
    if (parentId !== null) await requireLive(apps.db, parentId);
    const issued = await issue(apps, { ...values, projectId, parentId });
    await auditKey(apps.db, act, { apiKey: issued.apiKey, revision: 0 }, 'key.issued');
    return issued;
  });
}

/**
 * Ends a key and all keys that were issued with it, at once in this process, within 2 s in the others.
 * @throws ApiError 404 `api_key_not_found`, also for a key of another project or one that was revoked before, 403 `permission_denied` when
 *   the caller is a key of a project that did not issue it
 */
export async function revokeApiKey(apps: Apps, act: Act, id: number): Promise<void> {
  const { db, apiKeys } = apps;
  const project = managedProject(act.actor);
  const where = { id, revokedAt: null, ...(project === null ? {} : { homeProjectId: project }) };
  await inTransaction(db, async () => {
    const apiKey = await db.model(ApiKey).findOne({ where, lock: true });
    if (apiKey === null) throw notFound('api_key');
    await requireIssuer(db, act.actor, apiKey);
    const family = [apiKey, ...(await descendantsOf(db, [id]))];
    await db
      .model(ApiKey)
      .update({ revokedAt: act.now, revision: literal('revision + 1') }, { where: { id: family.map((key) => key.id) } });
    for (const revoked of family)
      await auditKey(db, act, { apiKey: toApiKeyRecord(revoked), revision: revoked.revision + 1 }, 'key.revoked');
    afterCommit(db, () => {
      for (const { prefix } of family) apiKeys.forget(prefix);
    });
  });
}

/** A leaked key of a project must not end the others of its team. @throws ApiError 403 `permission_denied` */
async function requireIssuer(db: Database, actor: Actor, apiKey: ApiKey): Promise<void> {
  if (actor.kind !== 'apiKey' || actor.projectId === null || (await isOfFamily(db, actor.id, apiKey))) return;
  throw permissionDenied('An API key of one project revokes itself and the keys that it issued; others need an operator.');
}

async function isOfFamily(db: Database, ancestor: number, { id, parentId }: Pick<ApiKey, 'id' | 'parentId'>): Promise<boolean> {
  if (id === ancestor) return true;
  const parent = parentId === null ? null : await db.model(ApiKey).findOne({ where: { id: parentId }, attributes: ['id', 'parentId'] });
  return parent !== null && isOfFamily(db, ancestor, parent);
}

/** Locks the issuing key: a revocation at the same time ends what it issues, or refuses it. */
async function requireLive(db: Database, id: number): Promise<void> {
  const parent = await db.model(ApiKey).findOne({ where: { id, revokedAt: null }, lock: true });
  if (parent === null) throw invalidApiKey();
}

async function descendantsOf(db: Database, parents: readonly number[]): Promise<ApiKey[]> {
  const where = { parentId: [...parents], revokedAt: null };
  const children = await db.model(ApiKey).findAll({ where, lock: true });
  return children.length === 0
    ? []
    : [
        ...children,
        ...(await descendantsOf(
          db,
          children.map(({ id }) => id),
        )),
      ];
}

interface WrittenKey {
  readonly apiKey: ApiKeyRecord;
  readonly revision: number;
}

function auditKey(db: Database, act: Act, { apiKey, revision }: WrittenKey, action: string): Promise<void> {
  const { id, projectId, name, prefix, scopes, apps, expiresAt } = apiKey;
  const facts = { name, prefix, scopes, apps, expiresAt };
  const details = action === 'key.issued' ? { after: facts } : { before: facts };
  return recordAudit(db, act, { projectId, action, subject: `key:${id}`, details, revision });
}

/** The API key of a first start: every scope, no expiry. */
export async function createFirstKey(apps: Apps, name: string): Promise<string> {
  const { key } = await issue(apps, { name, scopes: [...SCOPES] });
  return key;
}

/** The number of keys that were ever issued; 0 on a first start. */
export function countApiKeys(db: Database): Promise<number> {
  return db.model(ApiKey).count({ acrossProjects: true });
}

/** An operator has every scope and no end. */
function requireWeaker(actor: Actor, { scopes, projectId, expiresAt = null }: NewApiKey): void {
  const own = managedProject(actor);
  if (own !== null && projectId !== undefined && projectId !== own)
    throw permissionDenied(`A key of ${projectId === null ? 'all projects' : 'another project'} needs an owner or a key of all projects.`);
  if (actor.kind !== 'apiKey') return;
  const lacking = scopes.find((scope) => !actor.scopes.includes(scope));
  if (lacking !== undefined) throw permissionDenied(`This API key lacks the scope ${lacking} and cannot grant it.`);
  if (actor.expiresAt !== null && (expiresAt === null || expiresAt > actor.expiresAt))
    throw permissionDenied(`This API key expires at ${actor.expiresAt.toISOString()} and cannot issue a key that outlives it.`);
}

async function unknownProject({ projects }: Apps, projectId: number | null): Promise<Fault[]> {
  if (projectId === null || (await projects.find(projectId)) !== null) return [];
  return [{ field: 'projectId', message: 'projectId is not the id of a project' }];
}

async function unknownApps({ db, appProjects }: Apps, slugs: readonly string[], projectId: number | null): Promise<Fault[]> {
  if (slugs.length === 0) return [];
  const where = { slug: [...slugs] };
  const apps = await db.model(App).findAll({ where, attributes: ['slug', 'homeProjectId'] });
  const known = new Set(apps.filter((app) => projectId === null || appProjects.of(app) === projectId).map((app) => app.slug));
  return slugs.flatMap((slug, index) =>
    known.has(slug) ? [] : [{ field: `apps[${index}]`, message: `apps[${index}] is not the slug of an app` }],
  );
}

function expiryFaults(expiresAt: Date | null, now: Date): Fault[] {
  return expiresAt !== null && expiresAt <= now ? [{ field: 'expiresAt', message: 'expiresAt must be in the future' }] : [];
}

async function issue({ db, apiKeys }: Apps, values: NewApiKey & { parentId?: number | null }): Promise<IssuedApiKey> {
  const { name, expiresAt = null, projectId = null, parentId = null } = values;
  const scopes = scopesColumn(values.scopes);
  const apps = values.apps ? JSON.stringify(values.apps) : null;
  for (let attempt = 1; ; attempt += 1) {
    const { key, prefix, digest } = generateApiKey();
    try {
      const apiKey = await db
        .model(ApiKey)
        .create({ name, prefix, digest: digest.toString('hex'), scopes, apps, expiresAt, homeProjectId: projectId, parentId });
      apiKeys.forget(prefix);
      return { apiKey: toApiKeyRecord(apiKey), key };
    } catch (error) {
      // a prefix has 32 bits, so another key may already have it
      if (attempt === MAX_TRIES || !isUniqueViolation(db, error)) throw error;
    }
  }
}
