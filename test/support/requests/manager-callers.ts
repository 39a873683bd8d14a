import assert from 'node:assert/strict';
import { ApiKey } from '../../../models/apps/ApiKey.ts';
import { SCOPES } from '../../../server/platform/auth/scopes.ts';
import type { TestServer } from '../server.ts';
import { admin, type Client, type Credentials, client } from './client.ts';
import { issueKey } from './key-access.ts';
import { operatorToken, phoneToken } from './tokens.ts';

/** Exists in project 11, which the callers belong to. */
export const OWN_APP = 'own-app';
/** Exists in project 12. */
export const FOREIGN_APP = 'foreign-app';
export const FOREIGN_PROJECT = 12;

/**
 * One client for each kind of caller of administration, by name; their paths are whole addresses. Creates the second project and an app in
 * each project.
 */
export async function managerCallers(server: TestServer): Promise<ReadonlyMap<string, Client>> {
  const platform = admin(server);
  await platform.post('/admin/projects', { name: 'Other', id: FOREIGN_PROJECT }).expect(201);
  const app = { platform: 'both', packageName: 'com.example.app' };
  await platform.post('/admin/apps', { ...app, slug: OWN_APP, name: OWN_APP }).expect(201);
  const created = platform.post('/admin/apps', { ...app, slug: FOREIGN_APP, name: FOREIGN_APP });
  await created.set('X-Project-ID', String(FOREIGN_PROJECT)).expect(201);
  const clientOf = (credentials: Credentials) => client(server, credentials, '');
  const byKey = async (wish: Parameters<typeof issueKey>[1]) => clientOf({ apiKey: (await issueKey(server, wish)).key });
  const byToken = (claims: object) => clientOf({ token: operatorToken(server, claims) });
  return new Map([
    ['nobody', clientOf({})],
    ['customer', clientOf({ token: phoneToken(server) })],
    ['user of the role staff', clientOf({ token: phoneToken(server, { role: 'staff' }) })],
    ['staff', byToken({ role: 'staff' })],
    ['admin', byToken({ role: 'admin' })],
    ['admin of another project', byToken({ role: 'admin', projectId: FOREIGN_PROJECT })],
    ['owner', byToken({ role: 'admin', isOwner: true })],
    ['read key', await byKey({ scopes: ['read'] })],
    ['write key', await byKey({ scopes: ['write'] })],
    ['feedback key', await byKey({ scopes: ['read', 'write', 'feedback'] })],
    ['users key', await byKey({ scopes: ['read', 'write', 'users'] })],
    ['audit key', await byKey({ scopes: ['audit'] })],
    ['operators key', await byKey({ scopes: ['read', 'write', 'operators'] })],
    ['key that expires', await byKey({ scopes: SCOPES, expiresAt: inAnHour() })],
    ['project key', await byKey({ projectId: 11 })],
    ['project key with all scopes', await byKey({ projectId: 11, scopes: SCOPES })],
    ['list key', await byKey({ apps: [OWN_APP] })],
    ['expired key', clientOf({ apiKey: await expiredKey(server) })],
    ['revoked key', clientOf({ apiKey: await revokedKey(server) })],
  ]);
}

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString();
}

async function expiredKey(server: TestServer): Promise<string> {
  const { id, key } = await issueKey(server, { expiresAt: inAnHour() });
  const [changed] = await server.db.model(ApiKey).update({ expiresAt: new Date(Date.now() - 1_000) }, { where: { id } });
  assert.equal(changed, 1);
  return key;
}

async function revokedKey(server: TestServer): Promise<string> {
  const { id, key } = await issueKey(server);
  await admin(server).delete(`/admin/api-keys/${id}`).expect(204);
  return key;
}
