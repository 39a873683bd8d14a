import { Op } from 'sequelize';
import { ChangelogEntry, type ChangeType } from '../../../../models/feedback/ChangelogEntry.ts';
import { PostBroadcast } from '../../../../models/feedback/PostBroadcast.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findPage, type PlainRow } from '../../../platform/db/records/page.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import { auditFeedback } from '../audit.ts';
import { authorIdOf, isAuthor, isStaff, requireAuthorId } from '../authors.ts';
import { dropThread } from '../comments/threads.ts';
import { incrementCounters, readCounts, sumOf } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { changelogKey } from '../mail/news.ts';
import { lockLinkedPosts, lockPosts } from '../posts/linked-posts.ts';
import { addLinks, readLinks, removeLinks } from './changelog-links.ts';
import { editOf } from './content-audit.ts';
import { requireAnnouncer, requireContentWriter } from './content-writers.ts';
import { publishEntry } from './publication.ts';

export type { ChangeType } from '../../../../models/feedback/ChangelogEntry.ts';

export interface NewChangelogEntry {
  title: string;
  /** Markdown. */
  content: string;
  type: ChangeType;
  version?: string | null;
  titleAr?: string | null;
  contentAr?: string | null;
  /** Default: now. */
  publishedAt?: Date;
  linkedPostIds?: number[];
  /** Shows the entry to everybody in the inbox; only managers with the role admin may. */
  announce?: boolean;
}

export type ChangelogChanges = Partial<Omit<NewChangelogEntry, 'announce'>>;

export interface ChangelogListQuery {
  type?: ChangeType;
  /** From 1. */
  page: number;
  limit: number;
}

/** An entry with the ids of the posts that it links to, ascending. */
export interface LinkedEntry {
  readonly entry: PlainRow<ChangelogEntry>;
  readonly linkedPostIds: readonly number[];
}

const NEWEST_FIRST = [
  ['publishedAt', 'DESC'],
  ['id', 'DESC'],
] as const;

/** A page of the changelog entries that the caller may see, newest first, and the number of entries on all pages. */
export async function listChangelog(
  ctx: FeedbackContext,
  { type, page, limit }: ChangelogListQuery,
): Promise<{ entries: LinkedEntry[]; total: number }> {
  const projectId = projectIdOf(ctx);
  const filters = { projectId, ...(type === undefined ? {} : { type }) };
  const where = { ...filters, ...visibleTo(ctx) };
  const total = await totalOf(ctx, filters);
  const found = await findPage(ctx.db.model(ChangelogEntry), { where, order: NEWEST_FIRST, total, page, limit });
  const links = await readLinks(
    ctx.db,
    projectId,
    found.map(({ id }) => id),
  );
  return { entries: found.map((entry) => ({ entry, linkedPostIds: links.get(entry.id) ?? [] })), total };
}

/**
 * Adds an entry, published now unless `publishedAt` is given. When an entry of a manager is published, it completes the posts that it links
 * to, and their readers hear of it; an entry of a user only links to them.
 * @throws ApiError 403 `permission_denied`, 404 `post_not_found`
 */
export async function createChangelogEntry(ctx: FeedbackContext, values: NewChangelogEntry): Promise<LinkedEntry> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  const { linkedPostIds: postIds = [], publishedAt = ctx.now, announce: isAnnounced = false, ...fields } = values;
  requireAnnouncer(ctx, isAnnounced);
  const linkedPostIds = ascending(postIds);
  const completes = isStaff(ctx);
  return inTransaction(ctx.db, async () => {
    const posts = await lockPosts(ctx.db, projectId, linkedPostIds);
    if (posts.length !== linkedPostIds.length) throw notFound('post');
    const author = { createdBy: requireAuthorId(ctx), createdAt: ctx.now };
    const entry = await ctx.db.model(ChangelogEntry).create({ ...fields, isAnnounced, projectId, publishedAt, ...author });
    await addLinks(ctx.db, entry, { postIds: linkedPostIds, completes });
    const linked = { entry, linkedPostIds };
    await auditEntry(ctx, { entry, action: 'changelog.created', details: { after: auditedFields(linked) } });
    if (publishedAt <= ctx.now) await publishEntry(ctx.service, ctx, { entry, linkedPostIds, posts: completes ? posts : [] });
    await incrementCounters(ctx.db, projectId, { [counterOf(entry.type)]: 1 });
    return linked;
  });
}

/**
 * Changes the given fields; `linkedPostIds` replaces the previous links.
 * @throws ApiError 403 `permission_denied`, 404 `changelog_not_found`, 404 `post_not_found`
 */
export async function updateChangelogEntry(ctx: FeedbackContext, id: number, changes: ChangelogChanges): Promise<LinkedEntry> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  const { linkedPostIds: postIds, ...fields } = changes;
  return inTransaction(ctx.db, async () => {
    const postsExist = await lockLinkedPosts(ctx.db, projectId, ascending(postIds ?? []));
    const before = await lockEntry(ctx, id);
    if (!postsExist) throw notFound('post');
    const { entry } = before;
    const typeBefore = entry.type;
    const fieldsBefore = auditedFields(before);
    entry.set(fields);
    const after = { entry, linkedPostIds: postIds === undefined ? before.linkedPostIds : ascending(postIds) };
    // new links alone count as a write of the entry too
    if (after.linkedPostIds.join() !== before.linkedPostIds.join()) entry.changed('updatedAt', true);
    await entry.save();
    if (postIds !== undefined) await replaceLinks(ctx.db, before, after);
    const details = editOf(fieldsBefore, auditedFields(after));
    if (details !== null) await auditEntry(ctx, { entry, action: 'changelog.updated', details });
    if (entry.type !== typeBefore) await incrementCounters(ctx.db, projectId, { [counterOf(typeBefore)]: -1, [counterOf(entry.type)]: 1 });
    return after;
  });
}

/** Deletes the entry with its comments. @throws ApiError 403 `permission_denied`, 404 `changelog_not_found` */
export async function deleteChangelogEntry(ctx: FeedbackContext, id: number): Promise<void> {
  await requireContentWriter(ctx);
  await inTransaction(ctx.db, async () => {
    const linked = await lockEntry(ctx, id);
    const { entry } = linked;
    const comments = await dropThread(ctx, 'changelog', id);
    await removeLinks(ctx.db, entry);
    await entry.destroy();
    entry.revision += 1;
    await ctx.db.model(PostBroadcast).destroy({ where: { projectId: entry.projectId, mailKey: changelogKey(id) } });
    await auditEntry(ctx, { entry, action: 'changelog.deleted', details: { before: auditedFields(linked) } });
    await incrementCounters(ctx.db, entry.projectId, { [counterOf(entry.type)]: -1, ...comments });
  });
}

/** The counters minus the future entries that the caller may not see. Counting those is cheap: they are few and adjacent in the index. */
async function totalOf(ctx: FeedbackContext, filters: { projectId: number; type?: ChangeType }): Promise<number> {
  const counts = await readCounts(ctx.db, filters.projectId, 'changelog');
  const all = sumOf(counts, ([, counted]) => filters.type === undefined || counted === filters.type);
  if (isStaff(ctx)) return all;
  const me = authorIdOf(ctx.actor);
  const isHidden = { publishedAt: { [Op.gt]: ctx.now }, ...(me === null ? {} : { createdBy: { [Op.ne]: me } }) };
  return all - (await ctx.db.model(ChangelogEntry).count({ where: { ...filters, ...isHidden } }));
}

/** Staff see every entry; others see published entries and their own. */
function visibleTo(ctx: FeedbackContext): Record<string | symbol, unknown> {
  if (isStaff(ctx)) return {};
  const isPublished = { publishedAt: { [Op.lte]: ctx.now } };
  const me = authorIdOf(ctx.actor);
  return me === null ? isPublished : { [Op.or]: [isPublished, { createdBy: me }] };
}

/** The entry, locked. An entry that the caller may not see yet is treated as missing. @throws ApiError 404 `changelog_not_found` */
async function lockEntry(ctx: FeedbackContext, id: number): Promise<LinkedEntry & { readonly entry: ChangelogEntry }> {
  const projectId = projectIdOf(ctx);
  const entry = await ctx.db.model(ChangelogEntry).findOne({ where: { id, projectId }, lock: true });
  const isVisible = entry !== null && (entry.publishedAt <= ctx.now || isStaff(ctx) || isAuthor(ctx, entry.createdBy));
  if (!isVisible) throw notFound('changelog', 'changelog entry');
  const links = await readLinks(ctx.db, projectId, [id]);
  return { entry, linkedPostIds: links.get(id) ?? [] };
}

/** Links that stay keep what they do at the publication; new ones complete nothing. */
async function replaceLinks(db: Database, before: LinkedEntry, { entry, linkedPostIds }: LinkedEntry): Promise<void> {
  const [had, has] = [new Set(before.linkedPostIds), new Set(linkedPostIds)];
  const [removed, postIds] = [before.linkedPostIds.filter((id) => !has.has(id)), linkedPostIds.filter((id) => !had.has(id))];
  await removeLinks(db, entry, removed);
  await addLinks(db, entry, { postIds, completes: false });
}

function counterOf(type: ChangeType): string {
  return `changelog:${type}`;
}

/** The ids in ascending order, without duplicates. */
function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((left, right) => left - right);
}

function auditedFields({ entry, linkedPostIds }: LinkedEntry): Record<string, unknown> {
  const { title, content, type, version, titleAr, contentAr, publishedAt } = entry;
  return { title, content, type, version, titleAr, contentAr, publishedAt, linkedPostIds };
}

interface EntryEvent {
  readonly entry: PlainRow<ChangelogEntry>;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function auditEntry(ctx: FeedbackContext, { entry, action, details }: EntryEvent): Promise<void> {
  return auditFeedback(ctx, { action, subject: `changelog:${entry.id}`, details, revision: entry.revision });
}
