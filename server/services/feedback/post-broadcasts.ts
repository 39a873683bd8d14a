import type { Clock } from '../../platform/clock.ts';
import { ensureRow, execute, selectRows, skipLocked } from '../../platform/db/sql.ts';
import { afterCommit, inTransaction } from '../../platform/db/transaction.ts';
import type { Logger } from '../../platform/logger.ts';
import type { MailData } from '../../platform/mail/letter.ts';
import { enqueueMails } from '../../platform/mail/mailer.ts';
import type { NewMail } from '../../platform/mail/outbox.ts';
import { waitAfter } from '../../platform/mail/retries.ts';
import { type RecurringWork, runAgainAndAgain, saidOncePerOutage } from '../../platform/recurring.ts';
import { feedbackSetup } from './setup.ts';

/**
 * A post may have a hundred thousand voters: the transaction that moves its status writes one row of `mail_broadcasts`, and the mails
 * are queued in the background, a chunk of voters at a time.
 */
export interface PostNews {
  readonly projectId: number;
  /** Names the move, as keys of mails do. */
  readonly key: string;
  readonly postId: number;
  /** What the template `post_status` shows, but for its reader. */
  readonly data: MailData;
}

interface BroadcastRow {
  readonly id: number;
  readonly project_id: number;
  readonly mail_key: string;
  readonly post_id: number;
  readonly data: string;
  /** Up to whom the voters have been told; empty before the first. */
  readonly last_voter: string;
  /** How many in a row have failed. */
  readonly attempts: number;
}

const LOOK_MS = 1_000;
const VOTERS_AT_ONCE = 500;
const KEPT_MS = 30 * 24 * 3_600_000;

let work: RecurringWork | undefined;

interface Deps {
  readonly log: Logger;
  readonly clock: Clock;
}

/** Queues the mails of broadcasts as long as there are any. Every process may: each chunk is one's. */
export function startPostBroadcasts(deps: Deps): void {
  const { log, clock } = deps;
  void stopPostBroadcasts();
  const expand = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted && (await isAnyDue(clock.now()))) if (!(await queueNextChunk(deps))) return;
  };
  work = runAgainAndAgain(LOOK_MS, saidOncePerOutage(expand, log, 'mails to voters could not be queued'));
}

/** Resolves when nothing of it uses the database any more. */
export async function stopPostBroadcasts(): Promise<void> {
  const ending = work;
  work = undefined;
  await ending?.stop();
}

/** Leaves it to the background to mail the post's author and voters, in the caller's transaction. */
export async function announcePostStatus({ projectId, key, postId, data }: PostNews, now: Date): Promise<void> {
  await ensureRow('mail_broadcasts', ['mail_key'], {
    ...{ project_id: projectId, mail_key: key, post_id: postId, data: JSON.stringify(data) },
    ...{ last_voter: '', attempts: 0, due_at: now, created_at: now },
  });
  afterCommit(() => work?.wake());
}

/** Deletes the broadcasts that ended 30 days ago. */
export async function purgePostBroadcasts(now: Date): Promise<void> {
  await execute('DELETE FROM mail_broadcasts WHERE done_at <= :before', { before: new Date(now.getTime() - KEPT_MS) });
}

async function isAnyDue(now: Date): Promise<boolean> {
  return (await selectRows('SELECT id FROM mail_broadcasts WHERE done_at IS NULL AND due_at <= :now LIMIT 1', { now })).length > 0;
}

/**
 * Queues the next mails of the oldest broadcast that no other process is at; false when there is none. One that fails is put off, so
 * that it does not hold up those behind it.
 */
async function queueNextChunk({ log, clock }: Deps): Promise<boolean> {
  const now = clock.now();
  const taken: { row?: BroadcastRow | undefined } = {};
  try {
    return await inTransaction(async () => {
      taken.row = await takeNext(now);
      if (taken.row !== undefined) await queueChunk(taken.row, now);
      return taken.row !== undefined;
    });
  } catch (error) {
    const { row } = taken;
    if (row === undefined) throw error;
    const attempts = row.attempts + 1;
    await putOff(row, now);
    const facts = { err: error, broadcast: row.id, key: row.mail_key, attempts };
    if (waitAfter(attempts) === null) log.error(facts, 'mails to voters could not be queued and are given up');
    else log.warn(facts, 'mails to voters could not be queued; tried again later');
    return true;
  }
}

async function takeNext(now: Date): Promise<BroadcastRow | undefined> {
  const [row] = await selectRows<BroadcastRow>(
    `SELECT id, project_id, mail_key, post_id, data, last_voter, attempts FROM mail_broadcasts
     WHERE done_at IS NULL AND due_at <= :now ORDER BY due_at, id LIMIT 1${skipLocked()}`,
    { now },
  );
  return row;
}

async function queueChunk(row: BroadcastRow, now: Date): Promise<void> {
  const authorId = await findAuthor(row);
  const voters = authorId === null ? [] : await nextVoters(row);
  if (authorId !== null) await queueMails(row, { authorId, voters }, now);
  const isDone = voters.length < VOTERS_AT_ONCE;
  await execute(
    'UPDATE mail_broadcasts SET last_voter = :lastVoter, attempts = 0, done_at = :doneAt WHERE id = :id AND project_id = :projectId',
    { id: row.id, projectId: row.project_id, lastVoter: voters.at(-1) ?? row.last_voter, doneAt: isDone ? now : null },
  );
}

/** After the tenth failure in a row it is over. Another process that has failed at the same time counts as one with this. */
async function putOff({ id, project_id: projectId, attempts }: BroadcastRow, now: Date): Promise<void> {
  const wait = waitAfter(attempts + 1);
  await execute(
    `UPDATE mail_broadcasts SET attempts = attempts + 1, due_at = :dueAt, done_at = :doneAt
     WHERE id = :id AND project_id = :projectId AND attempts = :attempts`,
    { id, projectId, attempts, dueAt: new Date(now.getTime() + (wait ?? 0)), doneAt: wait === null ? now : null },
  );
}

/** null when the post was deleted meanwhile: nobody wants to read of it then. */
async function findAuthor({ project_id: projectId, post_id: postId }: BroadcastRow): Promise<string | null> {
  const [post] = await selectRows<{ user_id: string }>('SELECT user_id FROM posts WHERE project_id = :projectId AND id = :postId', {
    projectId,
    postId,
  });
  return post?.user_id ?? null;
}

async function nextVoters({ project_id: projectId, post_id: postId, last_voter: lastVoter }: BroadcastRow): Promise<string[]> {
  const rows = await selectRows<{ user_id: string }>(
    `SELECT user_id FROM post_votes WHERE project_id = :projectId AND post_id = :postId AND user_id > :lastVoter
     ORDER BY user_id LIMIT ${VOTERS_AT_ONCE}`,
    { projectId, postId, lastVoter },
  );
  return rows.map(({ user_id }) => user_id);
}

interface Readers {
  readonly authorId: string;
  readonly voters: readonly string[];
}

/** The author comes first. Who is a voter too, or shares an address, stays with the first mail: the outbox takes each address once. */
async function queueMails(row: BroadcastRow, { authorId, voters }: Readers, now: Date): Promise<void> {
  const readers = [...(row.last_voter === '' ? [authorId] : []), ...voters];
  const contacts = new Map((await feedbackSetup().findContacts(row.project_id, readers)).map((contact) => [contact.authorId, contact]));
  const data = JSON.parse(row.data) as MailData;
  const mails = readers.flatMap((id): NewMail[] => {
    const contact = contacts.get(id);
    if (contact === undefined) return [];
    const reader = id === authorId ? 'author' : 'voter';
    const language = contact.language === 'ar' ? 'ar' : 'en';
    const { project_id: projectId, mail_key: key } = row;
    return [{ projectId, key, to: contact.email, language, template: 'post_status', priority: 'broadcast', data: { ...data, reader } }];
  });
  await enqueueMails(mails, now);
}
