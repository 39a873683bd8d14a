import { Post } from '../../../../models/feedback/Post.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { withIds } from '../../../platform/db/tenancy/models.ts';
import { notFound } from '../../../platform/errors.ts';
import { isStaff } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';
import { hasInbox } from '../inbox/note-items.ts';
import { nextReaders, READERS_AT_ONCE } from '../readers/next-readers.ts';
import type { NewChangelogEntry } from './changelog.ts';
import { requireAnnouncer, requireContentWriter } from './content-writers.ts';
import { isDecided } from './publication.ts';

/** The effect of the publication of an entry. */
export interface PublicationReach {
  /** The posts that become completed. */
  readonly posts: number;
  /** The readers of the linked posts, counted up to `MAX_CHUNKS` chunks. */
  readonly subscribers: number;
  /** Those of them who get a mail. */
  readonly mails: number;
  /** The users who have the entry in the inbox. */
  readonly inbox: number;
}

/** Readers that one statement reads: fewer for many posts, of each of which it reads so many. */
const MOST_AT_ONCE = 5_000;
const ROWS_AT_ONCE = 20_000;
const MAX_CHUNKS = 60;

/**
 * The effect that `createChangelogEntry` would have once the entry is public. Writes nothing.
 * @throws ApiError as `createChangelogEntry`
 */
export async function dryRunChangelogEntry(ctx: FeedbackContext, values: NewChangelogEntry): Promise<PublicationReach> {
  await requireContentWriter(ctx);
  const { linkedPostIds = [], announce = false } = values;
  requireAnnouncer(ctx, announce);
  const projectId = projectIdOf(ctx);
  const postIds = [...new Set(linkedPostIds)];
  const found = await ctx.db.model(Post).findAll({ attributes: ['id', 'status'], where: withIds(projectId, postIds), raw: true });
  if (found.length !== postIds.length) throw notFound('post');
  const told = isStaff(ctx) ? postIds : [];
  const { subscribers, mails, users } = await countReaders(ctx, told);
  return {
    posts: isStaff(ctx) ? found.filter(({ status }) => !isDecided(status)).length : 0,
    subscribers,
    mails,
    inbox: announce ? await ctx.service.countUsers(projectId) : users,
  };
}

async function countReaders({ db, service, project }: FeedbackContext, postIds: readonly number[]) {
  const counted = { subscribers: 0, mails: 0, users: 0 };
  if (project === null || postIds.length === 0) return counted;
  const limit = Math.min(MOST_AT_ONCE, Math.max(READERS_AT_ONCE, Math.floor(ROWS_AT_ONCE / postIds.length)));
  for (let [chunks, after] = [0, '']; chunks < MAX_CHUNKS; chunks += 1) {
    const { readers, last, isLast } = await nextReaders(db, { projectId: project.id, postIds, after, limit });
    const ids = readers.map(({ userId }) => userId);
    counted.subscribers += ids.length;
    counted.users += ids.filter((id) => hasInbox(id)).length;
    const mailed = readers.flatMap(({ userId, mailedFor }) => (mailedFor === null ? [] : [userId]));
    counted.mails += await service.countContacts(project.id, mailed);
    if (isLast) break;
    after = last;
  }
  return counted;
}
