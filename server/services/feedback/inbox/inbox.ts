// Raw SQL: rows are marked as read by compare-and-set, in small parts.
import { InboxItem } from '../../../../models/feedback/InboxItem.ts';
import type { MayContinue } from '../../../platform/concurrency/shared-work.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { purgeRows } from '../../../platform/db/records/purge-rows.ts';
import { ensureRows, execute, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound, permissionDenied } from '../../../platform/errors.ts';
import type { MessageLanguage } from '../../../platform/messaging/delivery.ts';
import type { FeedbackContext } from '../feedback.ts';
import { countUnread, type InboxOwner, type InboxRow, type Place, readInbox, type Source, unreadEntries } from './inbox-rows.ts';
import { DELETED, ITEM_TYPES, type ItemWords } from './item-types.ts';

export interface InboxQuery {
  /** The `next` of the page before. */
  cursor?: string;
  limit: number;
}

/** An item as its reader sees it. */
export interface ShownItem extends ItemWords {
  /** The same before and after it is read. */
  readonly id: string;
  readonly type: string;
  readonly language: MessageLanguage;
  readonly target: { readonly type: string; readonly id: number } | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

export interface InboxPage {
  readonly items: readonly ShownItem[];
  /** The unread items of the whole inbox, at most 1,000. */
  readonly unread: number;
  /** The cursor of the page after; null on the last one. */
  readonly next: string | null;
}

const KEPT_MS = 90 * 24 * 3_600_000;
/** Rows that one transaction marks as read. */
const MARKED_AT_ONCE = 500;

/** A page of the inbox of the caller, newest first. @throws ApiError 403 `permission_denied` for an operator */
export async function listInbox(ctx: FeedbackContext, { cursor, limit }: InboxQuery): Promise<InboxPage> {
  const { owner, language } = await ownerOf(ctx);
  const after = cursor === undefined ? null : placeOf(cursor);
  const { rows, unread } = await readInbox(ctx.db, owner, { after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => show(row, language)),
    unread,
    next: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}

/**
 * Marks an item of the caller as read; a repeated call changes nothing. Resolves to the number of unread items.
 * @throws ApiError 403 `permission_denied` for an operator, 404 `inbox_item_not_found`
 */
export async function readItem(ctx: FeedbackContext, id: string): Promise<number> {
  const { owner } = await ownerOf(ctx);
  const [, source, digits] = /^(item|entry)-([1-9]\d{0,14})$/.exec(id) ?? [];
  if (source === undefined) throw notFound('inbox_item');
  const isFound = source === 'item' ? await readRow(ctx, owner, Number(digits)) : await readEntry(ctx, owner, Number(digits));
  if (!isFound) throw notFound('inbox_item');
  return countUnread(ctx.db, owner);
}

/**
 * Marks the caller's items until `before` (by default all) as read. Resolves to the number of unread items.
 * @throws ApiError 403 `permission_denied` for an operator
 */
export async function readAllItems(ctx: FeedbackContext, before: Date = ctx.now): Promise<number> {
  const { owner } = await ownerOf(ctx);
  while ((await readRows(ctx, owner, before)) === MARKED_AT_ONCE);
  while ((await readEntries(ctx, owner, { before })) === MARKED_AT_ONCE);
  return countUnread(ctx.db, owner);
}

/** Deletes the items of all users after 90 days, in chunks. */
export function purgeInbox(db: Database, now: Date, mayContinue: MayContinue): Promise<void> {
  return purgeRows(db, { table: 'inbox_items', where: 'created_at <= :before', values: { before: oldestAt(now) } }, mayContinue);
}

function oldestAt(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** The inbox of the caller. @throws ApiError 403 `permission_denied` for an operator */
async function ownerOf(ctx: FeedbackContext): Promise<{ owner: InboxOwner; language: MessageLanguage }> {
  const { actor, now } = ctx;
  if (actor.kind !== 'user') throw permissionDenied('This is for users who sign in with a phone.');
  const projectId = projectIdOf(ctx);
  const profile = (await ctx.service.findProfiles(projectId, [actor.id])).get(actor.id);
  const owner = { projectId, userId: actor.id, since: oldestAt(now), registeredAt: profile?.createdAt ?? now, now };
  return { owner, language: profile?.language === 'ar' ? 'ar' : 'en' };
}

async function readRow({ db, now }: FeedbackContext, { projectId, userId }: InboxOwner, id: number): Promise<boolean> {
  const own = { id, projectId, userId };
  const [marked] = await db.model(InboxItem).update({ readAt: now }, { where: { ...own, readAt: null } });
  return marked > 0 || (await db.model(InboxItem).count({ where: own })) > 0;
}

async function readEntry(ctx: FeedbackContext, owner: InboxOwner, entryId: number): Promise<boolean> {
  if ((await readEntries(ctx, owner, { before: ctx.now, entryId })) > 0) return true;
  const { projectId, userId } = owner;
  const where = { projectId, userId, type: 'changelog.published', entityType: 'changelog', entityId: entryId, revision: 0 };
  return (await ctx.db.model(InboxItem).count({ where })) > 0;
}

/** Gives announced entries a row of the reader. Resolves to their number. */
async function readEntries(
  ctx: FeedbackContext,
  owner: InboxOwner,
  { before, entryId }: { before: Date; entryId?: number },
): Promise<number> {
  const { db, now } = ctx;
  const { projectId, userId } = owner;
  const found = await unreadEntries(db, owner, { before, limit: MARKED_AT_ONCE, ...(entryId === undefined ? {} : { entryId }) });
  const rows = found.map(({ id, toldAt }) => ({
    project_id: projectId,
    user_id: userId,
    type: 'changelog.published',
    entity_type: 'changelog',
    entity_id: id,
    revision: 0,
    data: JSON.stringify({ reader: 'everybody' }),
    created_at: toldAt,
    read_at: now,
  }));
  const once = ['project_id', 'user_id', 'type', 'entity_type', 'entity_id', 'revision'];
  await inTransaction(db, () => ensureRows(db, 'inbox_items', once, rows));
  return found.length;
}

/** Marks the next unread rows. Resolves to their number. */
async function readRows({ db, now }: FeedbackContext, { projectId, userId }: InboxOwner, before: Date): Promise<number> {
  const find = `SELECT id FROM inbox_items WHERE project_id = :projectId AND user_id = :userId AND read_at IS NULL
    AND created_at <= :before LIMIT ${MARKED_AT_ONCE}`;
  const ids = (await selectRows<{ id: number }>(withTenant(db, projectId), find, { userId, before })).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const mark = 'UPDATE inbox_items SET read_at = :now WHERE project_id = :projectId AND id IN (:ids) AND read_at IS NULL';
  await inTransaction(db, () => execute(withTenant(db, projectId), mark, { now, ids }));
  return ids.length;
}

function show(row: InboxRow, language: MessageLanguage): ShownItem {
  const { source, type, entityType, entityId, createdAt, readAt, isAnnounced } = row;
  const data = source === 'entry' ? { reader: 'everybody' } : JSON.parse(row.data ?? '{}');
  const words = ITEM_TYPES[type]?.(row, data, language) ?? { title: '', text: '' };
  return {
    id: isAnnounced && type === 'changelog.published' ? `entry-${entityId}` : `item-${row.id}`,
    type,
    ...words,
    language,
    target: entityType.startsWith(DELETED) ? null : { type: entityType, id: entityId },
    createdAt,
    readAt,
  };
}

/** Milliseconds, source and id, such as `1795890000000.item.12`. */
export const CURSOR = /^(\d{1,15})\.(item|entry)\.(\d{1,15})$/;

function cursorOf({ createdAt, source, id }: Place): string {
  return `${createdAt.getTime()}.${source}.${id}`;
}

function placeOf(cursor: string): Place {
  const [, ms, source, id] = CURSOR.exec(cursor) ?? [];
  return { createdAt: new Date(Number(ms)), source: source as Source, id: Number(id) };
}
