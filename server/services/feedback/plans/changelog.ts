import { Op } from 'sequelize';
import { ChangelogEntry, type ChangeType } from '../../../models/feedback/ChangelogEntry.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { findPage } from '../../platform/db/page.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { auditFeedback } from './audit.ts';
import { authorIdOf, isAuthor, isStaff, requireAuthorId } from './authors.ts';
import { addLinks, readLinks, removeLinks } from './changelog-links.ts';
import { editOf } from './content-audit.ts';
import { requireContentWriter } from './content-writers.ts';
import { moveCounts, readCounts, sumOf } from './counts.ts';
import { lockLinkedPosts } from './linked-posts.ts';
import { dropThread } from './threads.ts';

/** Absent leaves. */
export interface ChangelogChanges {
  title?: string;
  /** Markdown. */
  content?: string;
  type?: ChangeType;
  version?: string | null;
  titleAr?: string | null;
  contentAr?: string | null;
  publishedAt?: Date;
  linkedPostIds?: readonly number[];
}

export interface NewChangelogEntry extends ChangelogChanges {
  title: string;
  content: string;
  type: ChangeType;
}

export interface ChangelogQuery {
  type?: ChangeType;
  /** From 1. */
  page: number;
  limit: number;
}

/** An entry with the ids of the posts that it links to, ascending. */
export interface LinkedEntry {
  readonly entry: ChangelogEntry;
  readonly linkedPostIds: readonly number[];
}

const NEWEST_FIRST = [
  ['publishedAt', 'DESC'],
  ['id', 'DESC'],
] as const;

/** A page of what the caller may see of the changelog, newest first, and how many entries that are in all. */
export async function listChangelog(
  ctx: Context,
  { type, page, limit }: ChangelogQuery,
): Promise<{ entries: LinkedEntry[]; total: number }> {
  const projectId = projectIdOf(ctx);
  const filters = { projectId, ...(type === undefined ? {} : { type }) };
  const where = { ...filters, ...visibleTo(ctx) };
  const total = await totalOf(ctx, filters);
  const found = await findPage(ChangelogEntry, { where, order: NEWEST_FIRST, total, page, limit });
  const links = await readLinks(
    projectId,
    found.map(({ id }) => id),
  );
  return { entries: found.map((entry) => ({ entry, linkedPostIds: links.get(entry.id) ?? [] })), total };
}

/** Adds an entry, published now unless it says when. @throws ApiError 403 `permission_denied`, 404 `post_not_found` */
export async function createChangelogEntry(ctx: Context, values: NewChangelogEntry): Promise<LinkedEntry> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  const { linkedPostIds: asked = [], publishedAt = ctx.now, ...texts } = values;
  const linkedPostIds = ascending(asked);
  return inTransaction(async () => {
    if (!(await lockLinkedPosts(projectId, linkedPostIds))) throw notFound('post');
    const author = { createdBy: requireAuthorId(ctx), createdAt: ctx.now };
    const entry = await ChangelogEntry.create({ ...texts, projectId, publishedAt, ...author });
    await addLinks(entry, linkedPostIds);
    const linked = { entry, linkedPostIds };
    await auditEntry(ctx, { entry, action: 'changelog.created', details: { after: factsOf(linked) } });
    await moveCounts(projectId, { [countOf(entry.type)]: 1 });
    return linked;
  });
}

/**
 * Changes what is given; linked posts take the place of those before.
 * @throws ApiError 403 `permission_denied`, 404 `changelog_not_found`, 404 `post_not_found`
 */
export async function updateChangelogEntry(ctx: Context, id: number, changes: ChangelogChanges): Promise<LinkedEntry> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  const { linkedPostIds: asked, ...texts } = changes;
  return inTransaction(async () => {
    const postsAreThere = await lockLinkedPosts(projectId, ascending(asked ?? []));
    const before = await lockEntry(ctx, id);
    if (!postsAreThere) throw notFound('post');
    const { entry } = before;
    const typeBefore = entry.type;
    const factsBefore = factsOf(before);
    await entry.set(texts).save();
    const after = { entry, linkedPostIds: asked === undefined ? before.linkedPostIds : ascending(asked) };
    if (asked !== undefined) await replaceLinks(after);
    const details = editOf(factsBefore, factsOf(after));
    if (details !== null) await auditEntry(ctx, { entry, action: 'changelog.updated', details });
    if (entry.type !== typeBefore) await moveCounts(projectId, { [countOf(typeBefore)]: -1, [countOf(entry.type)]: 1 });
    return after;
  });
}

/** Deletes the entry with its comments. @throws ApiError 403 `permission_denied`, 404 `changelog_not_found` */
export async function deleteChangelogEntry(ctx: Context, id: number): Promise<void> {
  await requireContentWriter(ctx);
  await inTransaction(async () => {
    const linked = await lockEntry(ctx, id);
    const { entry } = linked;
    const comments = await dropThread(ctx, 'changelog', id);
    await removeLinks(entry);
    await entry.destroy();
    await auditEntry(ctx, { entry, action: 'changelog.deleted', details: { before: factsOf(linked) } });
    await moveCounts(entry.projectId, { [countOf(entry.type)]: -1, comments: -comments });
  });
}

/** The entries that are kept, but for those of the future that the caller may not see, which are few and stand together in the index. */
async function totalOf(ctx: Context, filters: { projectId: number; type?: ChangeType }): Promise<number> {
  const counts = await readCounts(filters.projectId, 'changelog');
  const kept = sumOf(counts, ([, counted]) => filters.type === undefined || counted === filters.type);
  if (isStaff(ctx)) return kept;
  const me = authorIdOf(ctx.actor);
  const isHidden = { publishedAt: { [Op.gt]: ctx.now }, ...(me === null ? {} : { createdBy: { [Op.ne]: me } }) };
  return kept - (await ChangelogEntry.count({ where: { ...filters, ...isHidden } }));
}

/** Staff see every entry; others what is published, and what they wrote themselves. */
function visibleTo(ctx: Context): Record<string | symbol, unknown> {
  if (isStaff(ctx)) return {};
  const isPublished = { publishedAt: { [Op.lte]: ctx.now } };
  const me = authorIdOf(ctx.actor);
  return me === null ? isPublished : { [Op.or]: [isPublished, { createdBy: me }] };
}

/** An entry that the caller may not see yet is as absent as none. @throws ApiError 404 `changelog_not_found` */
async function lockEntry(ctx: Context, id: number): Promise<LinkedEntry> {
  const projectId = projectIdOf(ctx);
  const entry = await ChangelogEntry.findOne({ where: { id, projectId }, lock: true });
  const isVisible = entry !== null && (entry.publishedAt <= ctx.now || isStaff(ctx) || isAuthor(ctx, entry.createdBy));
  if (!isVisible) throw notFound('changelog', 'changelog entry');
  const links = await readLinks(projectId, [id]);
  return { entry, linkedPostIds: links.get(id) ?? [] };
}

async function replaceLinks({ entry, linkedPostIds }: LinkedEntry): Promise<void> {
  await removeLinks(entry);
  await addLinks(entry, linkedPostIds);
}

function countOf(type: ChangeType): string {
  return `changelog:${type}`;
}

/** Each id once. */
function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((left, right) => left - right);
}

function factsOf({ entry, linkedPostIds }: LinkedEntry): Record<string, unknown> {
  const { title, content, type, version, titleAr, contentAr, publishedAt } = entry;
  return { title, content, type, version, titleAr, contentAr, publishedAt, linkedPostIds };
}

interface EntryEvent {
  readonly entry: ChangelogEntry;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function auditEntry(ctx: Context, { entry, action, details }: EntryEvent): Promise<void> {
  return auditFeedback(ctx, { action, subject: `changelog:${entry.id}`, details });
}
