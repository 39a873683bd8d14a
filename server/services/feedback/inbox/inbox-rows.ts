// Raw SQL: one statement joins the items of a user with the live rows of their targets, and with the entries announced to everybody.
import type { Database } from '../../../platform/db/database.ts';
import { asDate, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { ITEM_TYPES } from './item-types.ts';

/** `item`: a row of the inbox. `entry`: an announced changelog entry that the user has not read. */
export type Source = 'item' | 'entry';

/** The place of an item in the list, newest first. */
export interface Place {
  readonly createdAt: Date;
  readonly source: Source;
  readonly id: number;
}

export interface InboxRow extends Place {
  readonly type: string;
  readonly entityType: string;
  readonly entityId: number;
  /** JSON; null when there is none. */
  readonly data: string | null;
  readonly readAt: Date | null;
  readonly title: string | null;
  readonly titleAr: string | null;
  readonly excerpt: string | null;
  /** Whether the target is an announced entry, which everybody has. */
  readonly isAnnounced: boolean;
}

/** The user whose inbox is read. */
export interface InboxOwner {
  readonly projectId: number;
  readonly userId: string;
  /** Items that are older than this are not shown. */
  readonly since: Date;
  /** Entries that were announced before this time are not shown: the user was not registered. */
  readonly registeredAt: Date;
  readonly now: Date;
}

/** More unread items count as so many, so that counting them is cheap. */
const MAX_UNREAD = 1_000;
/** Characters of a comment that an item quotes. */
const EXCERPT = 200;

const TARGETS = `
  LEFT JOIN posts post ON item.entity_type = 'post' AND post.id = item.entity_id AND post.project_id = item.project_id
  LEFT JOIN reviews review ON item.entity_type = 'review' AND review.id = item.entity_id AND review.project_id = item.project_id
  LEFT JOIN comments reply ON item.entity_type = 'comment' AND reply.id = item.entity_id AND reply.project_id = item.project_id
  LEFT JOIN changelog_entries entry ON item.entity_type = 'changelog' AND entry.id = item.entity_id AND entry.project_id = item.project_id
  LEFT JOIN posts on_post ON reply.entity_type = 'post' AND on_post.id = reply.entity_id AND on_post.project_id = reply.project_id
  LEFT JOIN reviews on_review ON reply.entity_type = 'review' AND on_review.id = reply.entity_id AND on_review.project_id = reply.project_id
  LEFT JOIN roadmap_items on_plan ON reply.entity_type = 'roadmap' AND on_plan.id = reply.entity_id AND on_plan.project_id = reply.project_id
  LEFT JOIN changelog_entries on_entry ON reply.entity_type = 'changelog' AND on_entry.id = reply.entity_id
    AND on_entry.project_id = reply.project_id`;

/** The comment is on a record that the user sees. Another system stores items of other types. */
const IS_REPLY_SHOWN = `CASE reply.entity_type
    WHEN 'post' THEN on_post.moderation = 'visible' OR on_post.user_id = :userId
    WHEN 'review' THEN on_review.status = 'approved' OR on_review.user_id = :userId
    WHEN 'roadmap' THEN on_plan.id IS NOT NULL
    WHEN 'changelog' THEN on_entry.published_at <= :now
    ELSE 1 = 1 END`;

/** The target exists and the user sees it; an item without a target is about a deleted text of the user. Authors see their own texts. */
const IS_SHOWN = `CASE item.entity_type
    WHEN 'post' THEN post.moderation = 'visible' OR post.user_id = :userId
    WHEN 'review' THEN review.status = 'approved' OR review.user_id = :userId
    WHEN 'comment' THEN reply.is_deleted = 0 AND (reply.moderation = 'visible' OR reply.user_id = :userId) AND ${IS_REPLY_SHOWN}
    WHEN 'changelog' THEN entry.published_at <= :now
    ELSE 1 = 1 END
  AND (item.type <> 'content.removed' OR COALESCE(post.moderation, reply.moderation, 'removed') = 'removed')
  AND NOT EXISTS (SELECT 1 FROM author_blocks block WHERE block.project_id = item.project_id AND block.user_id = item.user_id
    AND block.author_id = COALESCE(post.user_id, reply.user_id))`;

const IS_OWN = 'item.project_id = :projectId AND item.user_id = :userId AND item.created_at > :since AND item.type IN (:types)';

/** A user who has read an announced entry has a row for it. */
const ANNOUNCED = `
  FROM changelog_entries entry LEFT JOIN inbox_items seen ON seen.project_id = entry.project_id AND seen.user_id = :userId
    AND seen.type = 'changelog.published' AND seen.entity_type = 'changelog' AND seen.entity_id = entry.id AND seen.revision = 0
  WHERE entry.project_id = :projectId AND entry.is_announced = 1 AND entry.told_at > :since AND entry.told_at >= :registeredAt
    AND entry.published_at <= :now AND seen.id IS NULL`;

/** The unread items that the user would see on the list, at most `MAX_UNREAD`. */
const UNREAD = (hint: string) => `SELECT COUNT(*) FROM (
  SELECT * FROM (SELECT item.id FROM inbox_items item${hint}${TARGETS}
    WHERE ${IS_OWN} AND item.read_at IS NULL AND ${IS_SHOWN} LIMIT ${MAX_UNREAD}) unread_items
  UNION ALL SELECT * FROM (SELECT entry.id${ANNOUNCED} LIMIT ${MAX_UNREAD}) unread_entries) unread`;

/** The items after `after`, newest first, and the number of unread items of the whole list, in one statement. */
export async function readInbox(
  db: Database,
  owner: InboxOwner,
  { after, limit }: { readonly after: Place | null; readonly limit: number },
): Promise<{ rows: InboxRow[]; unread: number }> {
  const hint = db.isMySql ? ' FORCE INDEX (inbox_items_list)' : '';
  // in the order of the list, a row comes before an entry of the same time
  const isAfter = {
    item: `AND item.created_at <= :at AND (item.created_at < :at OR (:source = 'item' AND item.id < :id))`,
    entry: `AND entry.told_at <= :at AND (entry.told_at < :at OR :source = 'item' OR entry.id < :id)`,
  };
  const sql = `SELECT * FROM (
    SELECT * FROM (SELECT 'item' AS source, item.id AS id, item.type AS type, item.entity_type AS entityType, item.entity_id AS entityId,
      item.data AS data, item.created_at AS createdAt, item.read_at AS readAt,
      COALESCE(post.title, review.title, entry.title, on_post.title, on_review.title, on_plan.title, on_entry.title) AS title,
      COALESCE(entry.title_ar, on_entry.title_ar) AS titleAr, SUBSTR(reply.content, 1, ${EXCERPT + 1}) AS excerpt,
      COALESCE(entry.is_announced, 0) AS isAnnounced
    FROM inbox_items item${hint}${TARGETS} WHERE ${IS_OWN} ${after === null ? '' : isAfter.item} AND ${IS_SHOWN}
    ORDER BY item.created_at DESC, item.id DESC LIMIT ${limit}) items
    UNION ALL SELECT * FROM (SELECT 'entry' AS source, entry.id AS id, 'changelog.published' AS type, 'changelog' AS entityType,
      entry.id AS entityId, NULL AS data, entry.told_at AS createdAt, NULL AS readAt, entry.title AS title, entry.title_ar AS titleAr,
      NULL AS excerpt, 1 AS isAnnounced ${ANNOUNCED} ${after === null ? '' : isAfter.entry}
    ORDER BY entry.told_at DESC, entry.id DESC LIMIT ${limit}) entries
    UNION ALL SELECT 'unread' AS source, (${UNREAD(unreadHint(db))}) AS id, NULL AS type, NULL AS entityType, NULL AS entityId,
      NULL AS data, NULL AS createdAt, NULL AS readAt, NULL AS title, NULL AS titleAr, NULL AS excerpt, NULL AS isAnnounced
  ) found ORDER BY source = 'unread', createdAt DESC, source DESC, id DESC`;
  const found = await selectRows<Omit<InboxRow, 'source'> & { source: Source | 'unread' }>(withTenant(db, owner.projectId), sql, {
    ...valuesOf(owner),
    at: after?.createdAt ?? null,
    source: after?.source ?? null,
    id: after?.id ?? null,
  });
  const rows = found.filter(({ source }) => source !== 'unread').slice(0, limit);
  return { rows: rows.map(toRow), unread: unreadOf(found.find(({ source }) => source === 'unread')?.id) };
}

/** The number of unread items of the list. */
export async function countUnread(db: Database, owner: InboxOwner): Promise<number> {
  const sql = `${UNREAD(unreadHint(db))}`.replace('COUNT(*)', 'COUNT(*) AS total');
  const [row] = await selectRows<{ total: number }>(withTenant(db, owner.projectId), sql, valuesOf(owner));
  return unreadOf(row?.total);
}

/** The announced entries that the user sees and has not read, at most `limit`, of those told until `before`. */
export async function unreadEntries(
  db: Database,
  owner: InboxOwner,
  { before, entryId, limit }: { readonly before: Date; readonly entryId?: number; readonly limit: number },
): Promise<{ readonly id: number; readonly toldAt: Date }[]> {
  const one = entryId === undefined ? '' : ' AND entry.id = :entryId';
  const rows = await selectRows<{ id: number; toldAt: Date | string }>(
    withTenant(db, owner.projectId),
    `SELECT entry.id AS id, entry.told_at AS toldAt${ANNOUNCED} AND entry.told_at <= :before${one} ORDER BY entry.id LIMIT ${limit}`,
    { ...valuesOf(owner), before, ...(entryId === undefined ? {} : { entryId }) },
  );
  return rows.map(({ id, toldAt }) => ({ id, toldAt: asDate(toldAt) }));
}

function unreadHint({ isMySql }: Database): string {
  return isMySql ? ' FORCE INDEX (inbox_items_unread)' : '';
}

function unreadOf(count: number | undefined): number {
  return Math.min(Number(count ?? 0), MAX_UNREAD);
}

function valuesOf({ userId, since, registeredAt, now }: InboxOwner) {
  return { userId, since, registeredAt, now, types: Object.keys(ITEM_TYPES) };
}

function toRow(row: Omit<InboxRow, 'source'> & { source: Source | 'unread' }): InboxRow {
  const { source, id, createdAt, readAt, excerpt, isAnnounced } = row;
  return {
    ...row,
    source: source === 'entry' ? 'entry' : 'item',
    id: Number(id),
    createdAt: asDate(createdAt),
    readAt: readAt === null ? null : asDate(readAt),
    excerpt: excerpt === null || [...excerpt].length <= EXCERPT ? excerpt : `${[...excerpt].slice(0, EXCERPT - 1).join('')}…`,
    isAnnounced: Boolean(isAnnounced),
  };
}
