import assert from 'node:assert/strict';
import { composeErasure } from '../../../server/boot/services/erasure.ts';
import type { Clock } from '../../../server/platform/clock.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { eraseDueAccounts } from '../../../server/services/auth/deletion/erasures.ts';
import { type AuthServer, clientOf, type RegisteredUser, startAuthServer } from '../../auth/support.ts';
import { selectAcrossProjects } from '../../feedback/support.ts';
import { personalColumns } from '../../support/documents/personal-columns.ts';
import { startMailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import type { ServerOptions, TestServer } from '../../support/server.ts';
import { environmentWith, type World } from './erasure-person.ts';

export interface ErasureServer extends AuthServer, World {
  readonly server: TestServer;
}

/** A server that sends mails to a real SMTP server and deletes accounts without a grace. */
export async function startErasureServer(options: Omit<ServerOptions, 'env'> = {}): Promise<ErasureServer> {
  const smtp = await startMailServer();
  const auth = await startAuthServer({ ...options, env: environmentWith(smtp) });
  await admin(auth.server)
    .put('/admin/projects/11', { settings: { accountDeletionDays: 0 } })
    .expect(200);
  const close = async () => {
    await auth.close();
    await smtp.close();
  };
  return { ...auth, smtp, close };
}

/** The person deletes the account with a code. */
export async function removeAccount({ server, providers }: Pick<World, 'server' | 'providers'>, person: RegisteredUser): Promise<void> {
  const me = clientOf(server, person);
  await me.post('/send-otp', { purpose: 'delete' }).expect(200);
  await me.post('/account/deletion', { otp: await providers.codeFor(person.phone) }).expect(202);
}

/** Erases what is due, and what a second run finds after the requests under way have ended. */
export async function eraseAll(
  { services }: Pick<TestServer, 'services'>,
  clock: Clock & { advance(seconds: number): void },
): Promise<void> {
  await eraseDueAccounts(composeErasure(services, clock));
  clock.advance(11);
  // the background work of the server erases too
  await until(async () => {
    await eraseDueAccounts(composeErasure(services, clock));
    return (await selectAcrossProjects(services.auth.db, 'SELECT user_id FROM account_deletions')).length === 0;
  });
}

type Row = Readonly<Record<string, unknown>>;

async function rowsByTable(db: Database): Promise<Map<string, Row[]>> {
  const tables = (await db.sequelize.getQueryInterface().showAllTables()).sort();
  assert.ok(tables.length > 25);
  const rows = new Map<string, Row[]>();
  for (const table of tables) rows.set(table, await selectAcrossProjects<Row>(db, `SELECT * FROM ${table}`));
  return rows;
}

/** Every row of every table, as text. */
export async function dumpOf(db: Database): Promise<string> {
  return [...(await rowsByTable(db))].map((table) => JSON.stringify(table)).join('\n');
}

/** The tables in which the id of the user occurs, except those that keep it: the row of the user, revocations and the logs of events. */
export async function traceOf(db: Database, userId: string): Promise<string[]> {
  const tables = [...(await rowsByTable(db))].filter(
    ([table]) => !['users', 'audit_log', 'outgoing_events', 'revocations'].includes(table),
  );
  return tables.filter(([, rows]) => JSON.stringify(rows).includes(userId)).map(([table]) => table);
}

/** Columns that hold nothing of a user: those of operators, testers, receivers and of the erasure itself; and one that is only cleared. */
const NOT_OF_USERS = /^(operator\w*|test_phones|account_deletions)\.|^users\.email_key$|^audit_log\.actor_name$|^webhook_attempts\.answer$/;

/** The personal columns of docs/security.md in which no row has a value. */
export async function emptyPersonalColumns(db: Database): Promise<string[]> {
  const rows = await rowsByTable(db);
  const isFilled = (column: string): boolean => {
    const [table = '', name = ''] = column.split('.');
    return (rows.get(table) ?? []).some((row) => row[name] !== null && row[name] !== '');
  };
  return personalColumns().filter((column) => !NOT_OF_USERS.test(column) && !isFilled(column));
}
