import assert from 'node:assert/strict';
import type { Scope } from '../../../server/platform/auth/scopes.ts';
import type { TestServer } from '../server.ts';
import { admin, type Client, client } from './client.ts';

export interface KeyWish {
  scopes?: readonly Scope[];
  apps?: readonly string[];
  expiresAt?: string;
  projectId?: number;
}

/** Issues a key over the API and resolves to it. */
export async function issueKey(server: TestServer, wish: KeyWish = {}): Promise<{ id: number; key: string }> {
  const { body } = await admin(server)
    .post('/admin/api-keys', { name: 'test', scopes: ['read', 'write'], ...wish })
    .expect(201);
  return { id: body.id, key: body.key };
}

/** A client with a new key. */
export async function clientWithKey(server: TestServer, wish: KeyWish): Promise<Client> {
  return client(server, { apiKey: (await issueKey(server, wish)).key });
}

export type Call = readonly [method: keyof Client, path: string, body?: unknown];

/** The tests that every endpoint with a platform key must pass: access is checked before anything is read. */
export function itNeedsPlatformKey(server: () => TestServer, calls: readonly Call[]): void {
  for (const [method, path, body] of calls) {
    const lacking = method === 'get' ? 'write' : 'read';
    it(`answers 401 to ${method} ${path} without a valid key`, async () => {
      const none = await client(server())[method](path, body).expect(401);
      const wrong = await client(server(), { apiKey: `dk_00000000_${'A'.repeat(43)}` })
        [method](path, body)
        .expect(401);
      assert.deepEqual([none.body.code, wrong.body.code], ['invalid_api_key', 'invalid_api_key']);
    });

    it(`answers 403 to ${method} ${path} with an insufficient key`, async () => {
      await ensureApp(server(), 'limited');
      const scoped = await clientWithKey(server(), { scopes: [lacking] });
      const limited = await clientWithKey(server(), { apps: ['limited'] });
      const answers = [await scoped[method](path, body).expect(403), await limited[method](path, body).expect(403)];
      assert.deepEqual(
        answers.map((answer) => answer.body.code),
        ['permission_denied', 'permission_denied'],
      );
    });
  }
}

export async function ensureApp(server: TestServer, slug: string): Promise<void> {
  const { status } = await admin(server).post('/admin/apps', { slug, name: slug, platform: 'both', packageName: `com.example.${slug}` });
  assert.ok(status === 201 || status === 409);
}

/** The fields of a 400, in the order of the answer. */
export function faultyFields(body: { errors?: readonly { field: string }[] }): string[] {
  return (body.errors ?? []).map(({ field }) => field);
}

/** How often each status was answered. */
export function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Runs `call` that many times at once. */
export function atOnce<T>(times: number, call: (index: number) => PromiseLike<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => call(index)));
}
