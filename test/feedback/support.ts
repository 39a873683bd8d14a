import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { PhoneClaims } from '../../server/platform/auth/access-token.ts';
import { recountFeedback } from '../../server/services/feedback/recount.ts';
import { admin, type Client, client } from '../support/client.ts';
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts';
import { operatorToken, phoneToken } from '../support/tokens.ts';

/** A server with a second project, 12. */
export async function startFeedbackServer(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer(options);
  await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  return server;
}

/** Somebody who is signed in. */
export interface Caller extends Client {
  /** How their records name them. */
  readonly id: string;
  readonly token: string;
}

/** A phone user whom no other test has, a customer of project 11 unless told otherwise. */
export function user(server: TestServer, claims: Partial<PhoneClaims> = {}): Caller {
  const userId = claims.userId ?? randomUUID();
  const token = phoneToken(server, { ...claims, userId });
  return { ...client(server, { token }), id: userId, token };
}

/** The operator 7, role `staff`, of project 11 unless told otherwise. */
export function staff(server: TestServer, claims: { operatorId?: number; projectId?: number; role?: 'staff' | 'admin' } = {}): Caller {
  const who = { operatorId: 7, role: 'staff', ...claims } as const;
  const token = operatorToken(server, who);
  return { ...client(server, { token }), id: `operator:${who.operatorId}`, token };
}

/** Somebody without a token, of the project of the header. */
export function guest(server: TestServer, projectId?: number): Client {
  return client(server, projectId === undefined ? {} : { headers: { 'X-Project-ID': String(projectId) } });
}

/** That every counter and every sum equals its rows. */
export async function expectExactCounts(): Promise<void> {
  assert.deepEqual(await recountFeedback({ repair: false }), []);
}
