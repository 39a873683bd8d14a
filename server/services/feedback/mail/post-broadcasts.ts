// Raw SQL: a queue that several processes share, with locked rows and compare-and-set.

import { PostBroadcast } from '../../../../models/feedback/PostBroadcast.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../../../platform/concurrency/fixed-delay.ts';
import type { MayContinue } from '../../../platform/concurrency/shared-work.ts';
import type { Database } from '../../../platform/db/database.ts';
import { purgeRows } from '../../../platform/db/records/purge-rows.ts';
import { asDate, ensureRow, execute, forUpdate, selectRows } from '../../../platform/db/statements/sql.ts';
import { acrossProjects, withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { afterCommit, inTransaction } from '../../../platform/db/transactions/transaction.ts';
import type { MailData } from '../../../platform/mail/mail-content.ts';
import type { NewMail } from '../../../platform/mail/outbox.ts';
import { MAIL_RETRIES } from '../../../platform/mail/retries.ts';
import { IS_DUE } from '../../../platform/queue/retries.ts';
import type { FeedbackDeps } from '../deps.ts';
import { noteItems } from '../inbox/note-items.ts';
import { nextReaders, type Reader } from '../readers/next-readers.ts';
import { newsOf } from './news.ts';

/**
 * A status change of a post, or a changelog entry, that its readers hear of by mail and in the inbox. A post may have a hundred thousand
 * voters. The transaction of the change therefore adds only one row to `mail_broadcasts`; background work writes for chunks of them.
 */
export interface PostNews {
  readonly projectId: number;
  /** Identifies the news; all of its mails have this key. */
  readonly key: string;
  /** 0 for news about several posts, which `data` names. */
  readonly postId: number;
  /** The data of the template, without `reader`. */
  readonly data: MailData;
}

interface BroadcastRow {
  readonly id: number;
  readonly project_id: number;
  readonly mail_key: string;
  readonly post_id: number;
  readonly data: string;
  /** The id of the last reader in the previous chunks; empty before the first chunk. */
  readonly last_voter: string;
  readonly created_at: Date | string;
  /** The number of consecutive failures. */
  readonly attempts: number;
}

const POLL_MS = 1_000;
const KEPT_MS = 30 * 24 * 3_600_000;

/** Queues the mails of broadcasts in the background. Several processes may run it; each chunk is queued by only one of them. */
export class PostBroadcasts {
  readonly #feedback: FeedbackDeps;
  #work: FixedDelayWork | null = null;

  constructor(feedback: FeedbackDeps) {
    this.#feedback = feedback;
  }

  start(): void {
    const expand = (stopping: AbortSignal): Promise<void> => this.#expand(stopping);
    this.#work = runWithFixedDelay(expand, { name: 'post broadcast poll', log: this.#feedback.db.log, delayMs: POLL_MS });
  }

  /** Resolves when this work no longer uses the database. */
  async stop(): Promise<void> {
    await this.#work?.stop();
    this.#work = null;
  }

  /** Adds the broadcast in the caller's transaction, and wakes the background work after the commit. */
  async announce({ projectId, key, postId, data }: PostNews, now: Date): Promise<void> {
    const { db } = this.#feedback;
    await ensureRow(db, 'mail_broadcasts', ['mail_key'], {
      project_id: projectId,
      mail_key: key,
      post_id: postId,
      data: JSON.stringify(data),
      last_voter: '',
      attempts: 0,
      due_at: now,
      created_at: now,
    });
    afterCommit(db, () => this.#work?.wake());
  }

  async #expand(stopping: AbortSignal): Promise<void> {
    const { db, clock } = this.#feedback;
    while (!stopping.aborted && (await isAnyDue(db, clock.now()))) if (!(await queueNextChunk(this.#feedback))) return;
  }
}

/** Deletes the broadcasts that ended 30 days ago, in chunks. */
export function purgePostBroadcasts(db: Database, now: Date, mayContinue: MayContinue): Promise<void> {
  const values = { before: new Date(now.getTime() - KEPT_MS) };
  return purgeRows(db, { table: 'mail_broadcasts', where: 'done_at <= :before', values }, mayContinue);
}

async function isAnyDue(db: Database, now: Date): Promise<boolean> {
  const sql = `SELECT id FROM mail_broadcasts WHERE done_at IS NULL AND ${IS_DUE} LIMIT 1`;
  return (await selectRows(acrossProjects(db), sql, MAIL_RETRIES.dueBounds(now))).length > 0;
}

/**
 * Queues the next chunk of the first due broadcast, after a chunk that another process is queueing. Resolves to false when there is none. A
 * broadcast that fails is postponed, so that it does not block the broadcasts after it.
 */
async function queueNextChunk(feedback: FeedbackDeps): Promise<boolean> {
  const { db } = feedback;
  const now = feedback.clock.now();
  const taken: { row?: BroadcastRow | undefined } = {};
  try {
    return await inTransaction(db, async () => {
      taken.row = await takeNext(db, now);
      if (taken.row !== undefined) await queueChunk(feedback, taken.row, now);
      return taken.row !== undefined;
    });
  } catch (error) {
    const { row } = taken;
    if (row === undefined) throw error;
    await postpone(db, row, now);
    logFailure(db, row, error);
    return true;
  }
}

/** Locks the row; undefined when none is due, or when another process ended it meanwhile. */
async function takeNext(db: Database, now: Date): Promise<BroadcastRow | undefined> {
  const first = `SELECT id FROM mail_broadcasts WHERE done_at IS NULL AND ${IS_DUE} ORDER BY due_at, id LIMIT 1`;
  const [found] = await selectRows<{ id: number }>(acrossProjects(db), first, MAIL_RETRIES.dueBounds(now));
  if (found === undefined) return undefined;
  const [row] = await selectRows<BroadcastRow>(
    acrossProjects(db),
    `SELECT id, project_id, mail_key, post_id, data, last_voter, created_at, attempts FROM mail_broadcasts
     WHERE id = :id AND done_at IS NULL AND ${IS_DUE}${forUpdate(db)}`,
    { id: found.id, ...MAIL_RETRIES.dueBounds(now) },
  );
  return row;
}

function logFailure(db: Database, { id, mail_key: key, attempts }: BroadcastRow, error: unknown): void {
  const fields = { err: error, broadcast: id, key, attempts: attempts + 1 };
  if (MAIL_RETRIES.waitAfter(attempts + 1) === null) db.log.error(fields, 'queueing mails to readers failed permanently');
  else db.log.warn(fields, 'queueing mails to readers failed; it is retried later');
}

async function queueChunk(feedback: FeedbackDeps, row: BroadcastRow, now: Date): Promise<void> {
  const { project_id: projectId, last_voter: after } = row;
  const { postIds, item } = newsOf(row);
  const { readers, last, isLast } = await nextReaders(feedback.db, { projectId, postIds, after });
  const createdAt = asDate(row.created_at);
  const items = item === null ? [] : readers.map(({ userId }) => ({ ...item, userId, createdAt }));
  await noteItems(feedback.db, projectId, items);
  await queueMails(feedback, row, readers, now);
  const progress = { lastVoter: last, attempts: 0, doneAt: isLast ? now : null };
  await feedback.db.model(PostBroadcast).update(progress, { where: { id: row.id, projectId } });
}

/** Postpones the broadcast, or ends it after the tenth consecutive failure. Concurrent failures in two processes count as one. */
async function postpone(db: Database, { id, project_id: projectId, attempts }: BroadcastRow, now: Date): Promise<void> {
  const wait = MAIL_RETRIES.waitAfter(attempts + 1);
  await execute(
    withTenant(db, projectId),
    `UPDATE mail_broadcasts SET attempts = attempts + 1, due_at = :dueAt, done_at = :doneAt
     WHERE id = :id AND project_id = :projectId AND attempts = :attempts`,
    { id, attempts, dueAt: new Date(now.getTime() + (wait ?? 0)), doneAt: wait === null ? now : null },
  );
}

/** The outbox accepts one mail for each key and address, so of readers with the same address the author comes first. */
async function queueMails(feedback: FeedbackDeps, row: BroadcastRow, readers: readonly Reader[], now: Date): Promise<void> {
  const { project_id: projectId, mail_key: key } = row;
  const ids = readers.map(({ userId }) => userId);
  const contacts = new Map((await feedback.findContacts(projectId, ids)).map((contact) => [contact.authorId, contact]));
  const { template, mail: data } = newsOf(row);
  const authorFirst = readers.toSorted((left, right) => Number(right.role === 'author') - Number(left.role === 'author'));
  const mails = authorFirst.flatMap(({ userId, role: reader, mailedFor }): NewMail[] => {
    const contact = contacts.get(userId);
    if (contact === undefined || mailedFor === null) return [];
    const language = contact.language === 'ar' ? 'ar' : 'en';
    const mail = { projectId, key, to: contact.email, language, template, priority: 'broadcast' } as const;
    return [{ ...mail, data: { ...data, reader, readerId: userId, postId: String(mailedFor) } }];
  });
  await feedback.mailer.enqueue(mails, now);
}
