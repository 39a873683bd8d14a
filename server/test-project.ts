import { randomBytes } from 'node:crypto';
import type { OperatorRole } from '../models/platform-admin/Operator.ts';
import type { TestPhone } from '../models/platform-admin/TestPhone.ts';
import type { Actor } from './platform/context.ts';
import { generateCode } from './platform/crypto/one-time-code.ts';
import { database } from './platform/db/database.ts';
import { withMigrationLock } from './platform/db/migration-lock.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './services/apps/api-keys.ts';
import { createOperator, listOperators, updateOperator } from './services/platform-admin/operators.ts';
import { createProject, ensureDefaultProject, listProjects } from './services/platform-admin/projects.ts';
import { createTestPhone, deleteTestPhone, listTestPhones } from './services/platform-admin/test-phones.ts';

export interface WantedProject {
  readonly name: string;
  /** null finds the project by its name, or gives a new one the next id. */
  readonly projectId: number | null;
  readonly phones: number;
  readonly operators: readonly OperatorRole[];
  /** New passwords and a new key in the place of those that are there. */
  readonly rotate: boolean;
}

/** What a client team is given. A secret that was made before is kept nowhere in clear: it is null. */
export interface TestProject {
  readonly project: { readonly id: number; readonly name: string; readonly isActive: boolean; readonly isNew: boolean };
  readonly operators: readonly TestOperator[];
  readonly apiKey: { readonly name: string; readonly prefix: string; readonly key: string | null };
  readonly testPhones: readonly { readonly phone: string; readonly code: string; readonly expiresAt: Date | null }[];
}

export interface TestOperator {
  readonly username: string;
  readonly role: OperatorRole;
  readonly isActive: boolean;
  readonly password: string | null;
}

/** `+15550200001` and those after it, in every project; of nobody. */
const FIRST_PHONE = 15_550_200_001;
const CODE_LENGTH = 6;
/** As long as a seeded test phone may live (contract §2, test phones). */
const PHONE_DAYS = 90;
const DAY_MS = 86_400_000;
/** Who sits at the database may do everything. */
const PLATFORM: Actor = { kind: 'apiKey', id: 0, name: 'seed:test-project', scopes: ['read', 'write'], apps: null };

/**
 * Makes sure of a project with operators, an API key and test phones; what is there of an earlier run is kept. One run at a time, and all
 * of it or nothing.
 * @throws Error when name and id do not fit together, or a name belongs to several
 * @throws ApiError 409 `test_phone_limit`, 409 `username_taken`
 */
export function provisionTestProject(wanted: WantedProject, { defaultProjectId, now }: { defaultProjectId: number; now: Date }) {
  return withMigrationLock(database(), () =>
    inTransaction(async (): Promise<TestProject> => {
      // ids go on after it, as they would on a server that has been started
      await ensureDefaultProject(defaultProjectId);
      const project = await ensureProject(wanted);
      return {
        project,
        operators: await ensureOperators(project.id, wanted, now),
        apiKey: await ensureApiKey(project.id, wanted, now),
        testPhones: await ensureTestPhones(project.id, wanted, now),
      };
    }),
  );
}

async function ensureProject({ name, projectId }: WantedProject): Promise<TestProject['project']> {
  const projects = await listProjects();
  const named = projects.filter((project) => project.name === name);
  const ids = named.map(({ id }) => id).join(', ');
  const found = projectId === null ? named[0] : projects.find(({ id }) => id === projectId);
  if (projectId === null && named.length > 1) throw new Error(`Several projects are called "${name}": ${ids}. Choose one with --project.`);
  if (found !== undefined && found.name !== name) throw new Error(`Project ${found.id} is called "${found.name}", not "${name}".`);
  if (found !== undefined) return { id: found.id, name, isActive: found.isActive, isNew: false };
  if (named.length > 0) throw new Error(`"${name}" is project ${ids} already: leave out --project, or choose another name.`);
  const { id, isActive } = await createProject(projectId === null ? { name } : { name, id: projectId });
  return { id, name, isActive, isNew: true };
}

async function ensureOperators(projectId: number, { operators, rotate }: WantedProject, now: Date): Promise<TestOperator[]> {
  const existing = await listOperators(projectId);
  const ensured: TestOperator[] = [];
  for (const role of operators) {
    const username = `test-${role}-${projectId}`;
    const found = existing.find((operator) => operator.username === username);
    const password = found === undefined || rotate ? randomBytes(18).toString('base64url') : null;
    if (found === undefined) await createOperator(projectId, { username, password: password ?? '', role }, now);
    else if (password !== null) await updateOperator({ projectId, operatorId: found.id }, { password }, now);
    ensured.push({ username, role: found?.role ?? role, isActive: found?.isActive ?? true, password });
  }
  return ensured;
}

/** Found by its name, for keys belong to no project. The new one is there before the old ones end. */
async function ensureApiKey(projectId: number, { rotate }: WantedProject, now: Date): Promise<TestProject['apiKey']> {
  const name = `Test project ${projectId}`;
  const existing = (await listApiKeys()).filter((apiKey) => apiKey.name === name);
  const [kept] = existing;
  if (kept !== undefined && !rotate) return { name, prefix: kept.prefix, key: null };
  const { apiKey, key } = await createApiKey(PLATFORM, { name, scopes: ['read', 'write'] }, now);
  for (const { id } of existing) await revokeApiKey(id, now);
  return { name, prefix: apiKey.prefix, key };
}

async function ensureTestPhones(projectId: number, { phones }: WantedProject, now: Date): Promise<TestPhone[]> {
  const existing = await listTestPhones(projectId);
  const expiresAt = new Date(now.getTime() + PHONE_DAYS * DAY_MS);
  const ensured: TestPhone[] = [];
  for (let index = 0; index < phones; index += 1) {
    const phone = `+${FIRST_PHONE + index}`;
    const found = existing.find((testPhone) => testPhone.phone === phone);
    const isLive = found !== undefined && (found.expiresAt === null || found.expiresAt > now);
    if (found !== undefined && !isLive) await deleteTestPhone(projectId, phone);
    ensured.push(isLive ? found : await createTestPhone(projectId, { phone, code: generateCode(CODE_LENGTH), expiresAt }, now));
  }
  return ensured;
}
