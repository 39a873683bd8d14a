// Raw SQL: the same statements serve the devices of operators and of users.
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/db/database.ts';
import { asDate, execute, type SqlValue, selectRows } from '../../../platform/db/statements/sql.ts';
import { type Tenants, withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import type { AuthCall, AuthContext } from '../auth.ts';

/** `dv_` and 256 random bits in 43 characters. */
const FORM = /^dv_[\w-]{43}$/;
const DAY_MS = 86_400_000;
/** A device is forgotten this long after the last sign-in from it. */
const LIFETIME_MS = 180 * DAY_MS;
/** More can only remain from a release that kept more. */
const AT_ONCE = 1_000;

/** The account that knows some devices. */
export interface DeviceOwner {
  readonly table: 'operator_devices' | 'user_devices';
  /** The columns that name the account, apart from its project. */
  readonly columns: Readonly<Record<string, SqlValue>>;
  /** null for a table without projects. */
  readonly projectId: number | null;
  /** Further columns of a new device. */
  readonly more?: Readonly<Record<string, SqlValue>>;
  /** It has at most this many. A further one replaces the device that is least likely to return. */
  readonly maxDevices: number;
}

/** A device whose token a request sent back. */
export interface KnownDevice {
  readonly token: string;
  readonly tokenHash: string;
  readonly ownerId: string | number;
  /** null until the token was sent back once; accurate to a day. */
  readonly lastUsedAt: Date | null;
}

/** Finds the devices of the account that a request claims. */
export interface DeviceSearch {
  readonly ownerId: string;
  /** The table of the devices, and what `condition` needs. */
  readonly from: string;
  readonly condition: string;
  /** null for a table without projects. */
  readonly projectId: number | null;
  readonly values: Readonly<Record<string, SqlValue>>;
}

/** The device of the request, if it belongs to the account. One look-up for a token, whether the account exists or not. */
export async function findDevice(
  { db, deviceToken, now }: AuthContext,
  { ownerId, from, condition, projectId, values }: DeviceSearch,
): Promise<KnownDevice | null> {
  const tokenHash = hashOfToken(deviceToken);
  if (deviceToken === null || tokenHash === null) return null;
  const [row] = await selectRows<Pick<KnownDevice, 'ownerId'> & { lastUsedAt: Date | string | null }>(
    targetOf(db, projectId),
    `SELECT ${ownerId} AS ownerId, last_used_at AS lastUsedAt FROM ${from} WHERE token_hash = :tokenHash AND expires_at > :now AND ${condition}`,
    { ...values, tokenHash, now },
  );
  if (row === undefined) return null;
  return { token: deviceToken, tokenHash, ownerId: row.ownerId, lastUsedAt: row.lastUsedAt === null ? null : asDate(row.lastUsedAt) };
}

/** The digest under which the token of a device is stored; null for every other text. */
function hashOfToken(token: string | null): string | null {
  // a fast digest is enough, because 256 random bits cannot be guessed
  return token === null || !FORM.test(token) ? null : createHash('sha256').update(token, 'utf8').digest('hex');
}

/**
 * Returns the token that names this device at the next sign-in: the one that it sent, or a new one. Call it in the transaction that opens
 * the session, with the row of the owner locked. `known` must belong to the owner.
 */
export async function rememberDevice(call: AuthCall, owner: DeviceOwner, known: KnownDevice | null): Promise<string> {
  if (known !== null) {
    await keepDevice(call, owner, known);
    return known.token;
  }
  const { service: auth, now } = call;
  const token = `dv_${randomBytes(32).toString('base64url')}`;
  await makeRoom(auth.db, owner);
  const row = {
    ...owner.columns,
    ...(owner.projectId === null ? {} : { project_id: owner.projectId }),
    ...owner.more,
    token_hash: hashOfToken(token),
    expires_at: new Date(now.getTime() + LIFETIME_MS),
    created_at: now,
  };
  const columns = Object.keys(row);
  await execute(
    auth.db,
    `INSERT INTO ${owner.table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`,
    row,
  );
  return token;
}

/** Forgets the devices of an account but one: their next requests count like those of strangers. */
export async function forgetDevices(db: Database, owner: DeviceOwner, spared: KnownDevice | null = null): Promise<void> {
  const sql = `DELETE FROM ${owner.table} WHERE ${conditionOf(owner)} AND token_hash <> :spared`;
  await execute(targetOf(db, owner.projectId), sql, { ...owner.columns, spared: spared?.tokenHash ?? '' });
}

/** At most one write a day. */
async function keepDevice({ service: auth, now }: AuthCall, owner: DeviceOwner, { tokenHash, lastUsedAt }: KnownDevice) {
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < DAY_MS) return;
  await execute(
    targetOf(auth.db, owner.projectId),
    `UPDATE ${owner.table} SET last_used_at = :now, expires_at = :end WHERE ${conditionOf(owner)} AND token_hash = :tokenHash`,
    { ...owner.columns, tokenHash, now, end: new Date(now.getTime() + LIFETIME_MS) },
  );
}

/** A client that never sends its token back makes a device at each sign-in: such devices give way first. */
async function makeRoom(db: Database, owner: DeviceOwner): Promise<void> {
  const { table, columns, maxDevices } = owner;
  const target = targetOf(db, owner.projectId);
  const surplus = await selectRows<{ tokenHash: string }>(
    target,
    `SELECT token_hash AS tokenHash FROM ${table} WHERE ${conditionOf(owner)}
     ORDER BY last_used_at DESC, created_at DESC, token_hash LIMIT ${AT_ONCE} OFFSET ${maxDevices - 1}`,
    columns,
  );
  if (surplus.length === 0) return;
  const hashes = surplus.map(({ tokenHash }) => tokenHash);
  await execute(target, `DELETE FROM ${table} WHERE ${conditionOf(owner)} AND token_hash IN (:hashes)`, { ...columns, hashes });
}

function targetOf(db: Database, projectId: number | null): Database | Tenants {
  return projectId === null ? db : withTenant(db, projectId);
}

function conditionOf({ columns, projectId }: DeviceOwner): string {
  const names = Object.keys(columns).map((name) => `${name} = :${name}`);
  return [...names, ...(projectId === null ? [] : ['project_id = :projectId'])].join(' AND ');
}
