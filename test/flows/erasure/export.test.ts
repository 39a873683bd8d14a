import assert from 'node:assert/strict';
import type { Database } from '../../../server/platform/db/database.ts';
import { maskPhone } from '../../../server/platform/mask.ts';
import { type ContactServer, startContactServer } from '../../auth/account/contact-support.ts';
import { clientOf, PASSWORD } from '../../auth/support.ts';
import { executeAcrossProjects, selectAcrossProjects } from '../../feedback/support.ts';
import { authClient } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { type FullPerson, fullPerson } from './export-support.ts';

type Row = Readonly<Record<string, unknown>>;
type Export = Readonly<Record<string, readonly Row[]>> & { readonly user: Row; readonly account: Row; readonly settings: Row };

/** The list that holds the rows of a table whose `column` names the person by `as`. */
interface Source {
  readonly table: string;
  readonly list: string;
  readonly column: string;
  readonly as: (person: FullPerson) => string;
  readonly except?: (row: Row, person: FullPerson) => boolean;
  /** Columns that are not exported: secrets, keys of searches and lists, and what the list itself says. */
  readonly omitted: readonly string[];
  readonly renamed?: Readonly<Record<string, string>>;
}

const id = ({ user }: FullPerson): string => user.id;
const phone = (person: FullPerson): string => person.phone;
const actor = (person: FullPerson): string => `user:${id(person)}`;
const byUser = { column: 'user_id', as: id };

const SOURCES: readonly Source[] = [
  {
    table: 'sessions',
    list: 'sessions',
    ...byUser,
    omitted: ['operator_id', 'generation', 'unused_generation'],
    renamed: { rotated_at: 'lastUsedAt' },
  },
  {
    table: 'reviews',
    list: 'reviews',
    ...byUser,
    omitted: ['guest_email', 'guest_name', 'search_key', 'content_digest', 'is_settled', 'pending_since', 'revision'],
  },
  {
    table: 'reviews',
    list: 'guestReviews',
    column: 'user_id',
    as: ({ email }) => `guest:${email}`,
    omitted: ['search_key', 'content_digest', 'is_settled', 'pending_since', 'revision'],
  },
  {
    table: 'comments',
    list: 'comments',
    ...byUser,
    omitted: [
      'root_id',
      'level',
      'is_deleted',
      'children',
      'is_absent',
      'absent_children',
      'search_key',
      'content_digest',
      'pending_since',
      'revision',
    ],
  },
  { table: 'posts', list: 'posts', ...byUser, omitted: ['trending', 'search_key', 'content_digest', 'pending_since', 'revision'] },
  { table: 'post_votes', list: 'votes', ...byUser, omitted: [] },
  { table: 'post_subscriptions', list: 'subscriptions', ...byUser, omitted: [] },
  { table: 'favorites', list: 'favorites', ...byUser, omitted: [] },
  { table: 'content_reports', list: 'reports', ...byUser, omitted: [] },
  { table: 'content_refusals', list: 'refusals', ...byUser, omitted: ['case_id'] },
  { table: 'author_blocks', list: 'blocks', ...byUser, omitted: [] },
  { table: 'inbox_items', list: 'inbox', ...byUser, omitted: ['revision'] },
  { table: 'roadmap_items', list: 'roadmap', column: 'created_by', as: id, omitted: ['status_rank', 'revision'] },
  { table: 'changelog_entries', list: 'changelog', column: 'created_by', as: id, omitted: ['revision', 'is_announced', 'told_at'] },
  { table: 'analytics_events', list: 'events', ...byUser, omitted: ['app_id'] },
  {
    table: 'analytics_users',
    list: 'apps',
    ...byUser,
    omitted: ['app_id', 'is_known', 'is_crash_known', 'counted_build', 'counted_crash'],
    renamed: { first_seen_ms: 'firstSeenAt', last_seen_ms: 'lastSeenAt', crashed_ms: 'crashedAt', arrived_ms: 'arrivedAt' },
  },
  {
    table: 'mail_outbox',
    list: 'mails',
    column: 'recipient',
    as: ({ email }) => email,
    omitted: ['mail_key', 'data', 'priority', 'attempts', 'due_at', 'lease', 'last_error'],
  },
  { table: 'audit_log', list: 'activity', column: 'actor', as: actor, omitted: ['actor_name', 'details', 'request_id', 'revision'] },
  {
    table: 'audit_log',
    list: 'accountLog',
    column: 'subject',
    as: actor,
    except: (row, person) => row['actor'] === actor(person),
    // the network is that of the user in anonymous rows alone
    omitted: ['actor', 'actor_name', 'target', 'address', 'request_id', 'revision'],
  },
  { table: 'otp_codes', list: 'codes', column: 'phone', as: phone, omitted: ['digest', 'used_by', 'network'] },
  { table: 'otp_sends', list: 'codeSends', column: 'phone', as: phone, omitted: [] },
  { table: 'sent_codes', list: 'sentCodes', column: 'phone', as: phone, omitted: ['id'] },
  {
    table: 'code_messages',
    list: 'codeMessages',
    column: 'phone',
    as: (person) => maskPhone(person.phone),
    omitted: ['id', 'phone_digest', 'provider_id', 'holder'],
  },
  { table: 'device_codes', list: 'deviceCodes', column: 'phone', as: phone, omitted: ['digest', 'used_by', 'network'] },
  { table: 'device_sends', list: 'deviceCodeSends', column: 'phone', as: phone, omitted: [] },
  { table: 'user_devices', list: 'devices', ...byUser, omitted: ['token_hash'] },
  { table: 'attempt_locks', list: 'locks', column: 'subject', as: phone, omitted: ['account', 'permits'] },
  {
    table: 'account_deletions',
    list: 'deletions',
    ...byUser,
    omitted: ['email', 'email_proved', 'phone', 'step', 'position', 'lease'],
  },
];

/** Other tables that name a person: `users` is compared by itself, the rest repeats other rows or only serves the machine. */
const BESIDE = ['users', 'idempotency_keys', 'favorite_owners', 'report_cases', 'revocations'];
const SECRETS = ['password_hash', 'phone_key', 'email_key'];
/** They repeat the names, the e-mail and the phone, or count writes. */
const KEYS = ['revision', 'search_key', 'search_key2', 'search_key3', 'search_key4', 'search_key_end', 'phone_tail'];
/** A code that no other text contains. */
const CODE = 'code-918273';

describe('the export of a user', () => {
  let running: ContactServer;
  let person: FullPerson;

  before(async () => {
    running = await startContactServer();
    person = await fullPerson(running);
  });
  after(() => running.close());

  const ownExport = async ({ tokens }: FullPerson): Promise<Export> =>
    (await authClient(running.server, { token: tokens.accessToken }).post('/account/export', { password: PASSWORD }).expect(200)).body;
  const adminExport = async ({ user }: FullPerson): Promise<Export> =>
    (
      await authClient(running.server, { token: operatorToken(running.server) })
        .get(`/admin/users/${user.id}/export`)
        .expect(200)
    ).body;

  it('holds every row that the database has', async () => {
    const body = await adminExport(person);
    for (const source of SOURCES.filter(({ list }) => list !== 'deletions')) await compare(running.server.db, body, { person, source });
    assert.deepEqual(
      await tablesNaming(running.server.db, person),
      [...new Set([...SOURCES.map(({ table }) => table), ...BESIDE])]
        .filter((table) => !['account_deletions', 'revocations', 'code_messages'].includes(table))
        .sort(),
    );
  });

  it('holds every column of the user but secrets', async () => {
    const { user, account, settings, exportedAt } = await ownExport(person);
    const [row] = await selectAcrossProjects<Row>(running.server.db, 'SELECT * FROM users WHERE id = :id', { id: person.user.id });
    const body: Row = { ...user, ...account, ...settings, exportedAt };
    for (const [column, cell] of Object.entries(row ?? {}))
      if (![...SECRETS, ...KEYS].includes(column))
        assert.ok(isSame(cell, body[camelCase(column)]), `${column}: ${cell} ${body[camelCase(column)]}`);
  });

  it('holds the deletion that the user asked for', async () => {
    const leaving = await fullPerson(running);
    await clientOf(running.server, leaving).post('/account/deletion', { password: PASSWORD }).expect(202);
    const body = await adminExport(leaving);
    for (const source of SOURCES) await compare(running.server.db, body, { person: leaving, source });
    assert.equal(body['deletions']?.length, 1);
    assert.ok(body.account['deletionDueAt'] !== null);
  });

  it('holds no secret and nothing of others', async () => {
    const { db } = running.server;
    // a mail that was sent has lost its code
    const unsent = `UPDATE mail_outbox SET data = '{"code":"${CODE}"}' WHERE template = 'email_code'`;
    assert.ok((await executeAcrossProjects(db, unsent)) > 0);
    const text = JSON.stringify(await adminExport(person));
    const found = async (sql: string): Promise<string[]> =>
      (await selectAcrossProjects<{ secret: string | null }>(db, sql)).flatMap(({ secret }) => (secret === null ? [] : [secret]));
    const hashes = await found('SELECT password_hash AS secret FROM users');
    const digests = await found('SELECT digest AS secret FROM otp_codes UNION ALL SELECT token_hash FROM user_devices');
    const searched = (await found('SELECT search_key AS secret FROM users')).filter((key) => key !== '');
    assert.ok(Math.min(hashes.length, digests.length, searched.length) > 0);
    for (const secret of [...hashes, ...digests, CODE, ...searched]) assert.ok(!text.includes(secret), secret);
    const { other } = person;
    for (const foreign of [other.phone, 'Othergiven', 'Written by the other', 'Reply of the other', 'Note of the other'])
      assert.ok(!text.includes(foreign), foreign);
    const { blocks: _, ...rest } = JSON.parse(text);
    assert.ok(!JSON.stringify(rest).includes(other.user.id), 'the id of another user is only in the blocks');
  });

  it('holds the mails but not their codes', async () => {
    const mails = (await adminExport(person))['mails'] ?? [];
    const data = mails.map(({ template, data }) => [template, data]);
    assert.deepEqual(data, [
      ['email_code', null],
      ['post_status', { title: 'Post' }],
    ]);
  });

  it('holds no mails and reviews of an unproved address', async () => {
    const thief = await running.newUser({ password: PASSWORD });
    await running.requestEmailCode(thief, person.email);
    const { body } = await clientOf(running.server, thief).post('/account/export', { password: PASSWORD }).expect(200);
    const mails = body.mails.map(({ template, data }: Row) => [template, data]);
    assert.deepEqual([mails, body.guestReviews, body.user.email], [[['email_code', null]], [], person.email]);
  });

  it('holds only the sign-in of a new user', async () => {
    const mine = await running.newUser({ password: PASSWORD });
    const { body } = await clientOf(running.server, mine).post('/account/export', { password: PASSWORD }).expect(200);
    const lists = Object.entries(body as Export).flatMap(([key, value]) => (Array.isArray(value) && value.length > 0 ? [key] : []));
    assert.deepEqual(lists.sort(), ['accountLog', 'activity', 'codes', 'devices', 'locks', 'sentCodes', 'sessions']);
  });
});

interface Compared {
  readonly person: FullPerson;
  readonly source: Source;
}

/** Each row has its record with all columns, and there is no other record. */
async function compare(db: Database, body: Export, { person, source }: Compared): Promise<void> {
  const { table, list, column, as, except = () => false, omitted, renamed = {} } = source;
  const all = await selectAcrossProjects<Row>(db, `SELECT * FROM ${table}`);
  const rows = all.filter((row) => row[column] === as(person) && !except(row, person));
  const records = body[list] ?? [];
  assert.ok(rows.length > 0, `${list}: the person has no row in ${table}`);
  assert.equal(records.length, rows.length, list);
  const hidden = ['project_id', column, ...omitted];
  for (const record of records) {
    const isStored = rows.some((row) =>
      Object.entries(row).every(([name, cell]) => hidden.includes(name) || isSame(cell, record[renamed[name] ?? camelCase(name)])),
    );
    assert.ok(isStored, `${list}: ${JSON.stringify(record)} is not in ${JSON.stringify(rows)}`);
  }
}

/** The tables that contain the id, the phone or the e-mail of the person. */
async function tablesNaming(db: Database, person: FullPerson): Promise<string[]> {
  const tables = (await db.sequelize.getQueryInterface().showAllTables()).sort();
  const named: string[] = [];
  for (const table of tables) {
    const text = JSON.stringify(await selectAcrossProjects(db, `SELECT * FROM ${table}`));
    if ([id(person), person.phone, person.email].some((name) => text.includes(name))) named.push(table);
  }
  return named;
}

function camelCase(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a cell is the exported value; the engines have their own forms of dates and booleans. */
function isSame(cell: unknown, value: unknown): boolean {
  if (value === undefined) return false;
  if (cell === null || value === null) return cell === value || (cell === null && Array.isArray(value) && value.length === 0);
  if (typeof value === 'object') return JSON.stringify(JSON.parse(String(cell))) === JSON.stringify(value);
  if (typeof value === 'boolean') return Boolean(Number(cell)) === value;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
    return (
      new Date(typeof cell === 'number' || /^\d+$/.test(String(cell)) ? Number(cell) : (cell as string)).getTime() === Date.parse(value)
    );
  return String(cell) === String(value);
}
