import { createHash, randomUUID } from 'node:crypto';
import { ensureRows, execute, selectRows, skipLocked } from '../db/sql.ts';
import { inTransaction } from '../db/transaction.ts';
import type { MessageLanguage } from '../messaging/delivery.ts';
import type { MailData } from './letter.ts';
import { type MailPriority, PRIORITIES } from './priority.ts';
import { forgetAt } from './purge.ts';

/**
 * The table `mail_outbox`, which the workers of all processes share. A mail is `waiting` until its content is about to leave, then
 * `sending`, and ends as `sent`, `logged`, `failed` or `unclear`. `due_at` is when a row is looked at next: one that waits may be claimed
 * then, which moves it by the length of a lease; one that is being sent has lost its process by then, and nobody knows what became of
 * it; one that has ended is deleted. Rows are looked for by state, priority and `due_at`, which is their index.
 */

/** A mail that is to be sent once. */
export interface NewMail {
  readonly projectId: number;
  /** Names the event, as `review:12:approved:…`: for one recipient it queues once, however often it is told. At most 190 characters. */
  readonly key: string;
  /** One address that has passed `email()`. */
  readonly to: string;
  readonly name?: string | null;
  /** `direct` when not given. */
  readonly priority?: MailPriority;
  readonly language: MessageLanguage;
  /** Name of one of the templates that the worker was given. */
  readonly template: string;
  readonly data: MailData;
}

/** A mail that this process may try to send, until its lease is over. */
export interface ClaimedMail {
  readonly id: number;
  readonly projectId: number;
  readonly messageId: string;
  readonly priority: MailPriority;
  readonly to: string;
  readonly name: string;
  readonly language: MessageLanguage;
  readonly template: string;
  readonly data: MailData;
  /** How many there were, this one counted. */
  readonly attempts: number;
  readonly lease: string;
}

/** How many mails a process has places for. */
export interface FreePlaces {
  /** Of both priorities together. */
  readonly all: number;
  readonly direct: number;
  readonly broadcast: number;
}

/** Where a mail stands after an attempt. */
export interface Settlement {
  readonly state: 'waiting' | 'sent' | 'logged' | 'failed' | 'unclear';
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

/** Longer than any attempt; what a process leaves behind when it dies is another's after this. */
const LEASE_MS = 25_000;
/** Why a mail is unclear whose process never came back to it. */
export const PROCESS_ENDED = 'the process ended';

/** Queues the mails in one statement, in the transaction around it if there is one; leaves alone those that are queued already. */
export async function insertMails(mails: readonly NewMail[], now: Date): Promise<void> {
  const rows = mails.map(({ projectId, key, to, name = null, priority = 'direct', language, template, data }) => ({
    ...{ project_id: projectId, mail_key: key, recipient: to, recipient_name: name, language, template, data: JSON.stringify(data) },
    ...{ state: 'waiting', priority: PRIORITIES[priority], attempts: 0, due_at: now, created_at: now },
  }));
  await ensureRows('mail_outbox', ['mail_key', 'recipient'], rows);
}

/** Whether a mail is due to be claimed (`waiting`) or to be given up (`sending`). Cheap: asked every second. */
export async function isAnyDue(state: DueState, now: Date): Promise<boolean> {
  const sql = `SELECT id FROM mail_outbox WHERE state = :state AND priority IN (:priorities) AND due_at <= :now LIMIT 1`;
  return (await selectRows(sql, { state, priorities: Object.values(PRIORITIES), now })).length > 0;
}

/** Takes the mails that have been due longest, direct ones first. Of all processes one gets each. */
export async function claimMails(free: FreePlaces, now: Date): Promise<ClaimedMail[]> {
  if (free.all === 0) return [];
  return inTransaction(async () => {
    const direct = await takeDue({ state: 'waiting', priority: 'direct', limit: Math.min(free.all, free.direct) }, now);
    const left = Math.min(free.all - direct.length, free.broadcast);
    const rows = [...direct, ...(await takeDue({ state: 'waiting', priority: 'broadcast', limit: left }, now))];
    if (rows.length === 0) return [];
    const lease = randomUUID();
    await execute('UPDATE mail_outbox SET lease = :lease, due_at = :until, attempts = attempts + 1 WHERE id IN (:ids)', {
      ids: rows.map(({ id }) => id),
      lease,
      until: new Date(now.getTime() + LEASE_MS),
    });
    return rows.map((row) => toClaimed({ ...row, attempts: row.attempts + 1 }, lease));
  });
}

/** Marks mails whose process ended while their content was leaving: they may have been sent, and are never tried again. Answers them. */
export function giveUpLostMails(limit: number, now: Date): Promise<ClaimedMail[]> {
  return inTransaction(async () => {
    const direct = await takeDue({ state: 'sending', priority: 'direct', limit }, now);
    const rows = [...direct, ...(await takeDue({ state: 'sending', priority: 'broadcast', limit: limit - direct.length }, now))];
    if (rows.length === 0) return [];
    // the lease stays: a process that was only slow may still say what became of its mail
    await execute(
      "UPDATE mail_outbox SET state = 'unclear', due_at = :forgetAt, last_error = :reason, settled_at = :now WHERE id IN (:ids)",
      {
        ids: rows.map(({ id }) => id),
        forgetAt: forgetAt(now),
        reason: PROCESS_ENDED,
        now,
      },
    );
    return rows.map((row) => toClaimed(row, ''));
  });
}

/**
 * Writes down that the content of the mail is about to leave.
 * @throws Error when another process has taken the mail over meanwhile
 */
export async function markSending({ id, lease }: ClaimedMail, now: Date): Promise<void> {
  const until = new Date(now.getTime() + LEASE_MS);
  const isOurs = "id = :id AND lease = :lease AND state = 'waiting'";
  const marked = await inTransaction(() =>
    execute(`UPDATE mail_outbox SET state = 'sending', due_at = :until WHERE ${isOurs}`, { id, lease, until }),
  );
  if (marked === 0) throw new Error('The lease of this mail is over.');
}

/** Writes down what became of an attempt, unless another process has taken the mail over. */
export async function settleMail({ id, lease }: ClaimedMail, { state, dueAt, reason }: Settlement, now: Date): Promise<void> {
  const settledAt = state === 'waiting' ? null : now;
  await inTransaction(() =>
    execute(
      `UPDATE mail_outbox SET state = :state, due_at = :dueAt, last_error = :reason, settled_at = :settledAt, lease = NULL
       WHERE id = :id AND lease = :lease`,
      { id, lease, state, dueAt, reason, settledAt },
    ),
  );
}

type DueState = 'waiting' | 'sending';

interface Wanted {
  readonly state: DueState;
  readonly priority: MailPriority;
  readonly limit: number;
}

/** Locks rows that are due, past those that another process is at. Mails of all projects are one queue. */
async function takeDue({ state, priority, limit }: Wanted, now: Date): Promise<Row[]> {
  if (limit <= 0) return [];
  return selectRows<Row>(
    `SELECT id, project_id, priority, mail_key, recipient, recipient_name, language, template, data, attempts FROM mail_outbox
     WHERE state = :state AND priority = :priority AND due_at <= :now ORDER BY due_at, id LIMIT ${limit}${skipLocked()}`,
    { state, priority: PRIORITIES[priority], now },
  );
}

function toClaimed(row: Row, lease: string): ClaimedMail {
  return {
    id: row.id,
    projectId: row.project_id,
    messageId: messageIdOf(row),
    priority: row.priority === PRIORITIES.broadcast ? 'broadcast' : 'direct',
    to: row.recipient,
    name: row.recipient_name ?? '',
    language: row.language,
    template: row.template,
    data: JSON.parse(row.data) as MailData,
    attempts: row.attempts,
    lease,
  };
}

/** The same at every attempt, so that a mail server or a mailbox can tell a repetition. */
function messageIdOf({ id, mail_key: key, recipient }: Row): string {
  return createHash('sha256').update(`${id}\n${key}\n${recipient}`).digest('hex').slice(0, 32);
}
