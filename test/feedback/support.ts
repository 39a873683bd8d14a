import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { User } from '../../models/auth/User.ts';
import type { PhoneClaims } from '../../server/platform/auth/access-token.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Replacements } from '../../server/platform/db/statements/sql.ts';
import { recountFeedback } from '../../server/services/feedback/counts/recount.ts';
import { execute, selectRows } from '../support/databases/sql.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { operatorToken, phoneToken } from '../support/requests/tokens.ts';
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts';

/** Starts a server with a second project, 12. */
export async function startFeedbackServer(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer(options);
  await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  return server;
}

/** A signed-in client. */
export interface Caller extends Client {
  /** The author id in stored rows. */
  readonly id: string;
  readonly token: string;
}

/** A new phone user, by default a customer of project 11. */
export function user(server: TestServer, claims: Partial<PhoneClaims> = {}): Caller {
  const userId = claims.userId ?? randomUUID();
  const token = phoneToken(server, { ...claims, userId });
  return { ...client(server, { token }), id: userId, token };
}

let phones = 0;

/** A phone user with a row: one who can be blocked, and whose stored role counts. */
export async function account(server: TestServer, claims: Partial<PhoneClaims> = {}): Promise<Caller> {
  const caller = user(server, claims);
  const { projectId = 11, role = 'customer' } = claims;
  phones += 1;
  const phone = `+9665${String(10_000_000 + phones)}`;
  await server.db.model(User).create({ id: caller.id, projectId, role, phone, phoneKey: phone });
  return caller;
}

/** An operator, by default 7 with role `staff` in project 11. */
export function staff(server: TestServer, claims: { operatorId?: number; projectId?: number; role?: 'staff' | 'admin' } = {}): Caller {
  const operator = { operatorId: 7, role: 'staff', ...claims } as const;
  const token = operatorToken(server, operator);
  return { ...client(server, { token }), id: `operator:${operator.operatorId}`, token };
}

/** A client without a token, in the project of the header. */
export function guest(server: TestServer, projectId?: number): Client {
  return client(server, projectId === undefined ? {} : { headers: { 'X-Project-ID': String(projectId) } });
}

/** Asserts that every counter and every sum equals its rows. */
export async function expectExactCounts({ db }: TestServer): Promise<void> {
  assert.deepEqual(await recountFeedback(db, { repair: false }), []);
}

/** The rows of a SELECT that may name no project. */
export function selectAcrossProjects<T extends object>(db: Database, sql: string, values: Replacements = {}): Promise<T[]> {
  return selectRows<T>(db, sql, values);
}

/** Runs a statement that may name no project. */
export function executeAcrossProjects(db: Database, sql: string, values: Replacements = {}): Promise<number> {
  return execute(db, sql, values);
}
