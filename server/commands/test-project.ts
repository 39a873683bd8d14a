import { randomBytes } from 'node:crypto';
import type { OperatorRole } from '../../models/platform-admin/Operator.ts';
import type { TestPhone } from '../../models/platform-admin/TestPhone.ts';
import { SCOPES, type Scope } from '../platform/auth/scopes.ts';
import type { Act, Actor } from '../platform/context.ts';
import { generateCode } from '../platform/crypto/one-time-code.ts';
import { withMigrationLock } from '../platform/db/migrations/migration-lock.ts';
import { inTransaction } from '../platform/db/transactions/transaction.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../services/apps/api-keys.ts';
import type { Apps } from '../services/apps/apps-service.ts';
import { createOperator, listOperators, updateOperator } from '../services/platform-admin/operators/operators.ts';
import type { PlatformAdmin } from '../services/platform-admin/platform-admin.ts';
import { createProject, ensureDefaultProject, listProjects } from '../services/platform-admin/projects.ts';
import { createTestPhone, deleteTestPhone, listTestPhones } from '../services/platform-admin/test-phones.ts';

export interface TestProjectOptions {
  readonly name: string;
  /** null finds the project by its name, or creates one with the next id. */
  readonly projectId: number | null;
  readonly phones: number;
  readonly operators: readonly OperatorRole[];
  /** Replaces existing passwords and the existing key. */
  readonly rotate: boolean;
}

/** The records for a client team. A secret of an earlier run is null, because it is not stored in clear. */
export interface TestProject {
  readonly project: { readonly id: number; readonly name: string; readonly isActive: boolean; readonly isNew: boolean };
  readonly operators: readonly TestOperator[];
  readonly apiKey: { readonly name: string; readonly prefix: string; readonly scopes: readonly Scope[]; readonly key: string | null };
  readonly testPhones: readonly { readonly phone: string; readonly code: string; readonly expiresAt: Date | null }[];
}

export interface TestOperator {
  readonly username: string;
  readonly role: OperatorRole;
  readonly isActive: boolean;
  readonly password: string | null;
}

/** `+15550200001` and the numbers after it, in every project; they belong to no one. */
const FIRST_PHONE = 15_550_200_001;
const CODE_LENGTH = 6;
/** The longest lifetime of a test phone that a seeder creates. */
const PHONE_DAYS = 90;
const DAY_MS = 86_400_000;
/** Anyone with access to the database may do everything. */
const SEEDER: Actor = { kind: 'system', id: 'seed:test-project' };

/** Where the project is created. */
export interface Target {
  readonly admin: PlatformAdmin;
  readonly apps: Apps;
  readonly defaultProjectId: number;
  readonly now: Date;
}

function actOf({ now }: Target): Act {
  return { actor: SEEDER, requestId: null, address: null, now };
}

/**
 * Ensures a project with operators, an API key and test phones; records of an earlier run are kept. One run at a time, in one transaction.
 * @throws Error when name and id do not match, or when several projects have the name
 * @throws ApiError 409 `test_phone_limit`, 409 `username_taken`
 */
export function provisionTestProject(target: Target, options: TestProjectOptions): Promise<TestProject> {
  const { admin, defaultProjectId } = target;
  const { db } = admin;
  return withMigrationLock(db, () =>
    inTransaction(db, async (): Promise<TestProject> => {
      // new ids follow the default project's, as on a server that was started before
      await ensureDefaultProject(admin, defaultProjectId);
      const project = await ensureProject(target, options);
      return {
        project,
        operators: await ensureOperators(target, project.id, options),
        apiKey: await ensureApiKey(target, project.id, options),
        testPhones: await ensureTestPhones(target, project.id, options),
      };
    }),
  );
}

async function ensureProject(target: Target, { name, projectId }: TestProjectOptions): Promise<TestProject['project']> {
  const { admin } = target;
  const projects = await listProjects(admin, SEEDER);
  const named = projects.filter((project) => project.name === name);
  const ids = named.map(({ id }) => id).join(', ');
  const found = projectId === null ? named[0] : projects.find(({ id }) => id === projectId);
  if (projectId === null && named.length > 1)
    throw new Error(`Several projects have the name "${name}": ${ids}. Choose one with --project.`);
  if (found !== undefined && found.name !== name) throw new Error(`Project ${found.id} has the name "${found.name}", not "${name}".`);
  if (found !== undefined) return { id: found.id, name, isActive: found.isActive, isNew: false };
  if (named.length > 0) throw new Error(`"${name}" is the name of project ${ids}: leave out --project, or choose another name.`);
  const { id, isActive } = await createProject(admin, actOf(target), projectId === null ? { name } : { name, id: projectId });
  return { id, name, isActive, isNew: true };
}

async function ensureOperators(target: Target, projectId: number, { operators, rotate }: TestProjectOptions): Promise<TestOperator[]> {
  const { admin } = target;
  const existing = await listOperators(admin.db, projectId);
  const ensured: TestOperator[] = [];
  for (const role of operators) {
    const username = `test-${role}-${projectId}`;
    const found = existing.find((operator) => operator.username === username);
    const password = found === undefined || rotate ? randomBytes(18).toString('base64url') : null;
    if (found === undefined) await createOperator(admin, actOf(target), projectId, { username, password: password ?? '', role });
    else if (password !== null) await updateOperator(admin, actOf(target), { projectId, operatorId: found.id }, { password });
    ensured.push({ username, role: found?.role ?? role, isActive: found?.isActive ?? true, password });
  }
  return ensured;
}

/** The key has every scope: what belongs to one project is all that it reaches. The new key is created before the old ones are revoked. */
async function ensureApiKey(target: Target, projectId: number, { rotate }: TestProjectOptions): Promise<TestProject['apiKey']> {
  const name = `Test project ${projectId}`;
  const { apps } = target;
  const existing = (await listApiKeys(apps.db, SEEDER, projectId)).filter((apiKey) => apiKey.name === name);
  const [kept] = existing;
  if (kept !== undefined && !rotate) return { name, prefix: kept.prefix, scopes: kept.scopes, key: null };
  const { apiKey, key } = await createApiKey(apps, actOf(target), { name, projectId, scopes: [...SCOPES] });
  for (const { id } of existing) await revokeApiKey(apps, actOf(target), id);
  return { name, prefix: apiKey.prefix, scopes: apiKey.scopes, key };
}

async function ensureTestPhones(target: Target, projectId: number, { phones }: TestProjectOptions): Promise<TestPhone[]> {
  const { admin, now } = target;
  const existing = await listTestPhones(admin.db, projectId);
  const expiresAt = new Date(now.getTime() + PHONE_DAYS * DAY_MS);
  const ensured: TestPhone[] = [];
  for (let index = 0; index < phones; index += 1) {
    const phone = `+${FIRST_PHONE + index}`;
    const found = existing.find((testPhone) => testPhone.phone === phone);
    const isLive = found !== undefined && (found.expiresAt === null || found.expiresAt > now);
    if (found !== undefined && !isLive) await deleteTestPhone(admin, actOf(target), projectId, phone);
    ensured.push(
      isLive ? found : await createTestPhone(admin, actOf(target), projectId, { phone, code: generateCode(CODE_LENGTH), expiresAt }),
    );
  }
  return ensured;
}
