// Raw SQL: one statement reads the first replies of all threads on a page, up to a limit for each thread.
import { Comment } from '../../../../models/feedback/Comment.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findInOrder, type PlainRow } from '../../../platform/db/records/page.ts';
import { lengthOf, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import type { CallerView } from './caller-view.ts';

/** A top-level comment with the replies below it, at any depth. */
export interface Thread {
  readonly top: PlainRow<Comment>;
  /** Oldest first, so that a reply follows the comment it replies to. */
  readonly replies: readonly PlainRow<Comment>[];
  /** Whether the thread has more replies than `replies`. */
  readonly hasMore: boolean;
}

/** The most replies on a page, in all of its threads together. */
const MAX_REPLIES = 1_000;
/** The most characters in all replies on a page: without this limit, a thousand replies of the greatest length would take 20 MB. */
const MAX_TEXT = 100_000;

/**
 * The threads of a page with their oldest replies, as many as the page may hold. The newest replies of a thread are left out first. A
 * parent is older than its replies, so the limits never part a reply from its parent.
 */
export async function readReplies(
  db: Database,
  projectId: number,
  tops: readonly PlainRow<Comment>[],
  { leftOut, held }: Pick<CallerView, 'leftOut' | 'held'>,
): Promise<Thread[]> {
  const { measured, shortened } = await measurePage(db, { projectId, tops, leftOut, held });
  const fitting = fitText(tops.flatMap(({ id }) => measured.get(id) ?? []));
  const ids = fitting.map(({ id }) => id);
  const replies = byRoot(await findInOrder(db.model(Comment), projectId, ids));
  const shown = byRoot(fitting);
  return tops.map((top) => ({
    top,
    replies: replies.get(top.id) ?? [],
    hasMore: shortened.has(top.id) || sizeOf(measured, top) > sizeOf(shown, top),
  }));
}

interface Measured {
  readonly id: number;
  readonly rootId: number;
  /** In characters; null for a tombstone. */
  readonly length: number | null;
}

type ByRoot<T> = ReadonlyMap<number | null, readonly T[]>;

interface MeasuredPage {
  readonly measured: ByRoot<Measured>;
  /** The ids of the top-level comments of threads that have more replies than `measured` contains. */
  readonly shortened: ReadonlySet<number>;
}

/** Every thread may show an equal share of `MAX_REPLIES`. The threads with more replies then share the places that others did not use. */
async function measurePage(db: Database, page: Omit<Shares, 'share'>): Promise<MeasuredPage> {
  const { tops } = page;
  if (tops.length === 0) return { measured: new Map(), shortened: new Set() };
  const share = Math.floor(MAX_REPLIES / tops.length);
  const first = await measureReplies(db, { ...page, share });
  const long = tops.filter(({ id }) => first.shortened.has(id));
  const left = MAX_REPLIES - tops.reduce((sum, top) => sum + sizeOf(first.measured, top), 0);
  const extra = Math.floor(left / Math.max(1, long.length));
  if (long.length === 0 || extra === 0) return first;
  const second = await measureReplies(db, { ...page, tops: long, share: share + extra });
  return { measured: new Map([...first.measured, ...second.measured]), shortened: second.shortened };
}

interface Shares {
  readonly projectId: number;
  readonly tops: readonly PlainRow<Comment>[];
  /** Ids of replies that the caller does not want to see. */
  readonly leftOut: readonly number[];
  /** Ids of absent replies that the caller sees. */
  readonly held: readonly number[];
  /** How many replies each thread may show. */
  readonly share: number;
}

/** The oldest `share` replies of each thread. One reply more is read, to find out whether the thread has more. */
async function measureReplies(db: Database, { projectId, tops, leftOut, held, share }: Shares): Promise<MeasuredPage> {
  const isListed = held.length === 0 ? 'is_absent = 0' : '(is_absent = 0 OR id IN (:held))';
  const unblocked = leftOut.length === 0 ? '' : ' AND id NOT IN (:leftOut)';
  const ofThread = (_: PlainRow<Comment>, index: number) =>
    `SELECT * FROM (SELECT id, root_id AS rootId, ${lengthOf(db, 'content')} AS length FROM comments
     WHERE project_id = :projectId AND root_id = :root${index} AND ${isListed}${unblocked} ORDER BY id LIMIT ${share + 1}) replies${index}`;
  const roots = Object.fromEntries(tops.map(({ id }, index) => [`root${index}`, id]));
  const rows = await selectRows<Measured>(withTenant(db, projectId), tops.map(ofThread).join(' UNION ALL '), { leftOut, held, ...roots });
  const found = byRoot(rows.sort((left, right) => left.id - right.id));
  return {
    measured: new Map([...found].map(([rootId, replies]) => [rootId, replies.slice(0, share)])),
    shortened: new Set(tops.map(({ id }) => id).filter((id) => (found.get(id)?.length ?? 0) > share)),
  };
}

/** The first of `replies` whose texts have at most `MAX_TEXT` characters together. */
function fitText(replies: readonly Measured[]): Measured[] {
  let left = MAX_TEXT;
  return replies.filter(({ length }) => {
    left -= length ?? 0;
    return left >= 0;
  });
}

function byRoot<T extends { readonly rootId: number | null }>(replies: readonly T[]): ByRoot<T> {
  const groups = new Map<number | null, T[]>();
  for (const reply of replies) {
    const group = groups.get(reply.rootId) ?? [];
    group.push(reply);
    groups.set(reply.rootId, group);
  }
  return groups;
}

function sizeOf(groups: ByRoot<Measured>, { id }: PlainRow<Comment>): number {
  return groups.get(id)?.length ?? 0;
}
