import { literal, Op } from 'sequelize';
import { ChangelogEntry } from '../../../../models/feedback/ChangelogEntry.ts';
import { Post } from '../../../../models/feedback/Post.ts';
import type { MayContinue, SharedWork } from '../../../platform/concurrency/shared-work.ts';
import { recordAudits, type SignedAct } from '../../../platform/db/records/audit.ts';
import { withIds } from '../../../platform/db/tenancy/models.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { incrementCounters } from '../counts/counts.ts';
import type { Feedback } from '../feedback.ts';
import { changelogData, changelogKey } from '../mail/news.ts';
import { type LockedPost, lockPosts } from '../posts/linked-posts.ts';
import { counterOf } from '../posts/post-batch.ts';
import { readPublished } from './changelog-links.ts';

/** An entry that becomes public, with the posts that it completes. */
interface Publication {
  readonly entry: ChangelogEntry;
  readonly linkedPostIds: readonly number[];
  readonly posts: readonly LockedPost[];
}

const EVERY_MS = 5_000;
const ENTRIES_AT_ONCE = 100;

/**
 * Records that an entry became public, completes its posts and tells their readers. Call it once for an entry, in a transaction that has
 * locked the posts and then the entry.
 */
export async function publishEntry(
  feedback: Pick<Feedback, 'db' | 'broadcasts'>,
  act: SignedAct,
  { entry, linkedPostIds, posts }: Publication,
): Promise<void> {
  const { db, broadcasts } = feedback;
  const { projectId, isAnnounced: announce, type, version, publishedAt } = entry;
  const { now } = act;
  await entry.update({ toldAt: now }, { silent: true });
  const changed = posts.filter(({ status }) => !isDecided(status));
  const ids = changed.map(({ id }) => id);
  await completePosts(feedback, projectId, ids);
  const after = { type, version, publishedAt, linkedPostIds, announce };
  await recordAudits(db, act, [
    ...changed.map(({ id, status: before, revision }) => ({
      projectId,
      action: 'post.status_changed',
      subject: `post:${id}`,
      details: { before, after: 'completed', reason: null },
      revision: Number(revision) + 1,
    })),
    { projectId, action: 'changelog.published', subject: `changelog:${entry.id}`, details: { after }, revision: entry.revision },
  ]);
  if (posts.length > 0) {
    const postIds = posts.map(({ id }) => id);
    await broadcasts.announce({ projectId, key: changelogKey(entry.id), postId: 0, data: changelogData(entry, postIds) }, now);
  }
  await countCompleted(feedback, projectId, changed);
}

/** Whether the publication leaves a post as it is. */
export function isDecided(status: Post['status']): boolean {
  return status === 'completed' || status === 'declined';
}

async function completePosts({ db }: Pick<Feedback, 'db'>, projectId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const completed = { status: 'completed' as const, revision: literal('revision + 1') };
  await db.model(Post).update(completed, { where: withIds(projectId, ids) });
}

async function countCompleted({ db }: Pick<Feedback, 'db'>, projectId: number, posts: readonly LockedPost[]): Promise<void> {
  const counts: Record<string, number> = {};
  for (const post of posts) {
    const [from, to] = [counterOf(post), counterOf({ ...post, status: 'completed' })];
    counts[from] = (counts[from] ?? 0) - 1;
    counts[to] = (counts[to] ?? 0) + 1;
  }
  await incrementCounters(db, projectId, counts);
}

/** Publishes the entries whose time has come. */
export function changelogPublication(feedback: Feedback): SharedWork {
  const { clock } = feedback;
  return { name: 'changelog publication', clock, everyMs: EVERY_MS, run: (mayContinue) => publishDue(feedback, mayContinue) };
}

/** One run: the entries that are due, one transaction each. An entry that fails does not hold up those after it. */
export async function publishDue(feedback: Feedback, mayContinue: MayContinue): Promise<void> {
  const { db, clock } = feedback;
  for (let after = 0; await mayContinue(); ) {
    const due = await db.model(ChangelogEntry).findAll({
      attributes: ['id', 'projectId'],
      where: { toldAt: null, publishedAt: { [Op.lte]: clock.now() }, id: { [Op.gt]: after } },
      order: ['id'],
      limit: ENTRIES_AT_ONCE,
      raw: true,
      acrossProjects: true,
    });
    for (const key of due) {
      if (!(await mayContinue())) return;
      await publishOne(feedback, key).catch((error: unknown) =>
        db.log.error({ err: error, entry: key.id }, 'publishing a changelog entry failed; it is tried again'),
      );
    }
    if (due.length < ENTRIES_AT_ONCE) return;
    after = due.at(-1)?.id ?? after;
  }
}

/** Does nothing when another process published the entry, or when it was moved or deleted. */
async function publishOne(feedback: Feedback, key: Pick<ChangelogEntry, 'id' | 'projectId'>): Promise<void> {
  const { db, clock } = feedback;
  const { id, projectId } = key;
  const now = clock.now();
  const act: SignedAct = { actor: { kind: 'system', id: 'changelog' }, requestId: null, address: null, now };
  await inTransaction(db, async () => {
    const locked = await lockPosts(db, projectId, (await readPublished(db, key)).completed);
    const entry = await db.model(ChangelogEntry).findOne({ where: { id, projectId }, lock: true });
    if (entry === null || entry.toldAt !== null || entry.publishedAt > now) return;
    // an edit may have removed links since
    const { linked: linkedPostIds, completed } = await readPublished(db, key);
    await publishEntry(feedback, act, { entry, linkedPostIds, posts: locked.filter((post) => completed.includes(post.id)) });
  });
}
