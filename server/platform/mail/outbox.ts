// Raw SQL: a queue whose due mails are found by an index.
import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { asDate, ensureRows, selectRows } from '../db/statements/sql.ts';
import { acrossProjects } from '../db/tenancy/with-tenant.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { MessageLanguage } from '../messaging/message.ts';
import { claimRows, type Leased, type LeaseTable, settleRows } from '../queue/leases.ts';
import { IS_DUE } from '../queue/retries.ts';
import type { MailData } from './mail-content.ts';
import { type MailPriority, PRIORITIES } from './priority.ts';
import { MAIL_RETRIES } from './retries.ts';

/**
 * The table `mail_outbox`, which the workers of all processes share. A mail is `waiting` until it ends as `sent`, `logged` or `failed`, or
 * as `unwanted` because its reader has unsubscribed meanwhile. `due_at` of an ended mail is when its row is deleted. The index is state,
 * priority, `due_at`.
 */

/** A mail to be sent. */
export interface NewMail {
  readonly projectId: number;
  /** Names the event, such as `review:12:approved:…`; each recipient gets one mail for each key. At most 190 characters. */
  readonly key: string;
  /** One address that the schema `email()` has accepted. */
  readonly to: string;
  readonly name?: string | null;
  /** `direct` by default. */
  readonly priority?: MailPriority;
  readonly language: MessageLanguage;
  /** The name of a template of the worker. */
  readonly template: string;
  readonly data: MailData;
}

/** A mail that this process may send until its lease expires. */
export interface ClaimedMail extends Leased {
  readonly projectId: number;
  readonly messageId: string;
  readonly priority: MailPriority;
  readonly to: string;
  readonly name: string;
  readonly language: MessageLanguage;
  readonly template: string;
  readonly data: MailData;
  /** Including the current one. */
  readonly attempts: number;
}

/** How many more mails a process may send now. */
export interface FreeSlots {
  /** Both priorities together. */
  readonly all: number;
  readonly direct: number;
  readonly broadcast: number;
}

/** The state of a mail after an attempt. */
export interface Settlement {
  readonly state: 'waiting' | 'sent' | 'logged' | 'failed' | 'unwanted';
  readonly dueAt: Date;
  readonly reason: string | null;
}

interface Row {
  readonly id: number;
  readonly project_id: number;
  readonly priority: number;
  readonly mail_key: string;
  readonly recipient: string;
  readonly recipient_name: string | null;
  readonly language: MessageLanguage;
  readonly template: string;
  readonly data: string;
  readonly attempts: number;
}

const OUTBOX: LeaseTable = {
  name: 'mail_outbox',
  columns: 'id, project_id, priority, mail_key, recipient, recipient_name, language, template, data, attempts',
  isWaiting: "state = 'waiting'",
  changes: 'attempts = attempts + 1',
  leaseMs: 25_000,
  retries: MAIL_RETRIES,
};
/** When other processes were faster, the mails after theirs are tried. */
const CLAIM_ATTEMPTS = 3;

/** Queues the mails in one statement, in the caller's transaction if there is one; skips those that are queued already. */
export async function insertMails(db: Database, mails: readonly NewMail[], now: Date): Promise<void> {
  const rows = mails.map(({ projectId, key, to, name = null, priority = 'direct', language, template, data }) => ({
    project_id: projectId,
    mail_key: key,
    recipient: to,
    recipient_name: name,
    language,
    template,
    data: JSON.stringify(data),
    state: 'waiting',
    priority: PRIORITIES[priority],
    attempts: 0,
    due_at: now,
    created_at: now,
  }));
  await ensureRows(db, 'mail_outbox', ['mail_key', 'recipient'], rows);
}

/** Whether a mail is due. Cheap, because each process asks every second. */
export async function isAnyDue(db: Database, now: Date): Promise<boolean> {
  const sql = `SELECT id FROM mail_outbox WHERE state = 'waiting' AND priority IN (:priorities) AND ${IS_DUE} LIMIT 1`;
  return (await selectRows(acrossProjects(db), sql, { priorities: Object.values(PRIORITIES), ...MAIL_RETRIES.dueBounds(now) })).length > 0;
}

/** When the oldest mail that waits was queued; null when none waits. Reads one entry of an index. */
export async function oldestWaitingMail(db: Database): Promise<Date | null> {
  const sql = "SELECT MIN(created_at) AS oldest FROM mail_outbox WHERE state = 'waiting'";
  const [row] = await selectRows<{ oldest: Date | string | null }>(acrossProjects(db), sql);
  return row === undefined || row.oldest === null ? null : asDate(row.oldest);
}

/** Claims the mails that have been due longest, direct ones first. Each mail is claimed by one process. */
export async function claimMails(db: Database, free: FreeSlots, now: Date): Promise<ClaimedMail[]> {
  for (let attempt = 1; free.all > 0 && attempt <= CLAIM_ATTEMPTS; attempt += 1) {
    const { found, claimed } = await inTransaction(db, () => claimDue(db, free, now));
    if (claimed.length > 0 || found === 0) return claimed;
  }
  return [];
}

/** The number of due mails that it found, and those of them that no other process claimed meanwhile. */
async function claimDue(db: Database, free: FreeSlots, now: Date): Promise<{ found: number; claimed: ClaimedMail[] }> {
  const direct = await findDue(db, { priority: 'direct', limit: Math.min(free.all, free.direct) }, now);
  const left = Math.min(free.all - direct.length, free.broadcast);
  const ids = [...direct, ...(await findDue(db, { priority: 'broadcast', limit: left }, now))];
  if (ids.length === 0) return { found: 0, claimed: [] };
  const rows = await claimRows<Row>(db, OUTBOX, { ids, now });
  return { found: ids.length, claimed: rows.map(toClaimed) };
}

/** Stores the outcome of an attempt, unless the lease expired and another process has claimed the mail. */
export async function settleMail(db: Database, mail: ClaimedMail, { state, dueAt, reason }: Settlement, now: Date): Promise<void> {
  const settledAt = state === 'waiting' ? null : now;
  // a mailed code is a secret, and its mail ends before the code expires
  const data = settledAt === null ? 'data' : "CASE WHEN template = 'email_code' THEN '{}' ELSE data END";
  const changes = `state = :state, due_at = :dueAt, last_error = :reason, settled_at = :settledAt, data = ${data}`;
  await inTransaction(db, () => settleRows(db, OUTBOX, { rows: [mail], changes, values: { state, dueAt, reason, settledAt } }));
}

interface DueQuery {
  readonly priority: MailPriority;
  readonly limit: number;
}

/** The ids of due mails. The mails of all projects are one queue. */
async function findDue(db: Database, { priority, limit }: DueQuery, now: Date): Promise<number[]> {
  if (limit <= 0) return [];
  const rows = await selectRows<{ id: number }>(
    acrossProjects(db),
    `SELECT id FROM mail_outbox WHERE state = 'waiting' AND priority = :priority AND ${IS_DUE} ORDER BY due_at, id LIMIT ${limit}`,
    { priority: PRIORITIES[priority], ...MAIL_RETRIES.dueBounds(now) },
  );
  return rows.map(({ id }) => id);
}

function toClaimed(row: Row & Leased): ClaimedMail {
  return {
    id: row.id,
    projectId: row.project_id,
    messageId: messageIdOf(row),
    priority: row.priority === PRIORITIES.broadcast ? 'broadcast' : 'direct',
    to: row.recipient,
    name: row.recipient_name ?? '',
    language: row.language,
    template: row.template,
    data: JSON.parse(row.data),
    attempts: row.attempts,
    lease: row.lease,
  };
}

/** The same at every attempt, so that mail servers and mailboxes can recognise a second copy. */
function messageIdOf({ id, mail_key: key, recipient }: Row): string {
  return createHash('sha256').update(`${id}\n${key}\n${recipient}`).digest('hex').slice(0, 32);
}
