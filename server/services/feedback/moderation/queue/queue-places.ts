// Raw SQL: one statement reads the next places of all kinds, each from its index; Sequelize has no UNION.
import type { Database } from '../../../../platform/db/database.ts';
import { asDate, type SqlValue, selectRows } from '../../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../../platform/db/tenancy/with-tenant.ts';
import { SEARCH_WINDOW, searchKeyColumn, wordsOf } from '../../search.ts';
import type { ModeratedType } from '../decisions.ts';
import { comparePlaces, KINDS, type QueuePlace } from './queue-place.ts';

/** Why a record waits: open reports, or only its status. */
export type QueueReason = 'pending' | 'reported';

export interface QueueFilter {
  readonly kinds?: readonly ModeratedType[] | undefined;
  readonly reason?: QueueReason | undefined;
  readonly q?: string | undefined;
  readonly authorId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface WaitingPlace extends QueuePlace {
  readonly reason: QueueReason;
}

interface PlacesQuery extends QueueFilter {
  /** Only places after this one. */
  readonly after?: QueuePlace | undefined;
  readonly limit: number;
}

export interface Places {
  readonly places: readonly WaitingPlace[];
  /** Where the next page begins; null at the end. */
  readonly next: QueuePlace | null;
}

/** Places that are read beyond the page, because reported records are left out of those that only wait. */
const SPARE = 100;

const TABLES = { review: 'reviews', comment: 'comments', post: 'posts' } as const;
const PENDING = {
  review: "status = 'pending'",
  comment: "moderation = 'pending' AND is_deleted = 0",
  post: "moderation = 'pending'",
} as const;

/** A part of the queue: an index has the places of one kind and one reason in order. */
interface Part {
  readonly kind: ModeratedType;
  readonly reason: QueueReason;
  readonly table: string;
  readonly index: string;
  readonly since: string;
  readonly id: string;
  readonly where: string;
}

interface PlaceRow {
  readonly kind: ModeratedType;
  readonly reason: QueueReason;
  readonly id: number;
  readonly since: Date | string;
  /** Whether it only marks how far the part was searched. */
  readonly isEnd: number;
}

/**
 * The next places of the queue. It looks at a bounded number of places of each part, so that a page costs the same however many records
 * wait; a search that finds few of them returns a short page and the place where it stopped.
 */
export async function readPlaces(db: Database, projectId: number, query: PlacesQuery): Promise<Places> {
  const { limit } = query;
  const sql = partsOf(query).flatMap((part) => statementsOf(db, part, query));
  const rows = await selectRows<PlaceRow>(withTenant(db, projectId), sql.join(' UNION ALL '), valuesOf(query));
  const found = rows.map(({ since, ...row }) => ({ ...row, since: asDate(since) })).toSorted(comparePlaces);
  const end = found.find(({ isEnd }) => Number(isEnd) === 1);
  const known = found.filter((place) => Number(place.isEnd) === 0 && (end === undefined || comparePlaces(place, end) <= 0));
  const places = known.slice(0, limit);
  const next = known.length > limit ? places.at(-1) : end;
  return { places, next: next ?? null };
}

function partsOf({ kinds = KINDS, reason }: QueueFilter): Part[] {
  const wanted = KINDS.filter((kind) => kinds.includes(kind));
  const pending = wanted.map((kind): Part => {
    const table = TABLES[kind];
    return { kind, reason: 'pending', table, index: `${table}_waiting`, since: 'pending_since', id: 'id', where: PENDING[kind] };
  });
  const reported = wanted.map((kind): Part => {
    const where = `state = 'open' AND is_gone = 0 AND entity_type = '${kind}'`;
    return { kind, reason: 'reported', table: 'report_cases', index: 'report_cases_waiting', since: 'open_since', id: 'entity_id', where };
  });
  return [...pending, ...reported].filter((part) => reason === undefined || part.reason === reason);
}

/** The places of the part that match, and the last one of those that were searched if there are more. */
function statementsOf(db: Database, part: Part, query: PlacesQuery): string[] {
  const size = hasSearch(query) ? SEARCH_WINDOW : query.limit + SPARE;
  const { kind, reason } = part;
  const columns = `'${kind}' AS kind, '${reason}' AS reason, newest.id, newest.since`;
  const conditions = [...(reason === 'pending' ? [isUnreported(kind)] : []), ...searchOf(kind, query)];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const matching = `SELECT ${columns}, 0 AS isEnd FROM (${windowOf(db, part, query)} LIMIT ${size}) newest${joinOf(db, kind, query)}${where}
    ORDER BY newest.since, newest.id LIMIT ${query.limit + 1}`;
  const end = `SELECT ${columns}, 1 AS isEnd FROM (${windowOf(db, part, query)} LIMIT 1 OFFSET ${size - 1}) newest`;
  return [`SELECT * FROM (${matching}) newest`, end];
}

function windowOf(db: Database, { kind, table, index, since, id, where }: Part, { after }: PlacesQuery): string {
  const force = db.isMySql ? ` FORCE INDEX (${index})` : '';
  const range = after === undefined ? '' : ` AND ${afterOf(after, kind, { since, id })}`;
  return `SELECT ${id} AS id, ${since} AS since FROM ${table}${force} WHERE project_id = :projectId AND ${where}${range} ORDER BY ${since}, ${id}`;
}

/** The condition for the places of a kind after a place of any kind. */
function afterOf(after: QueuePlace, kind: ModeratedType, { since, id }: { since: string; id: string }): string {
  const order = KINDS.indexOf(kind) - KINDS.indexOf(after.kind);
  if (order > 0) return `${since} >= :since`;
  return order < 0 ? `${since} > :since` : `${since} >= :since AND (${since} > :since OR ${id} > :id)`;
}

function isUnreported(kind: ModeratedType): string {
  return `NOT EXISTS (SELECT 1 FROM report_cases cases
    WHERE cases.project_id = :projectId AND cases.entity_type = '${kind}' AND cases.entity_id = newest.id AND cases.state = 'open')`;
}

function hasSearch({ q, authorId, from, to }: QueueFilter): boolean {
  return [q, authorId, from, to].some((part) => part !== undefined);
}

/** Reads each record by its id after the index found it. */
function joinOf(db: Database, kind: ModeratedType, query: QueueFilter): string {
  if (!hasSearch(query)) return '';
  const join = db.isMySql ? 'STRAIGHT_JOIN' : 'CROSS JOIN';
  return ` ${join} ${TABLES[kind]} records ON records.id = newest.id AND records.project_id = :projectId`;
}

function searchOf(kind: ModeratedType, { q, authorId, from, to }: QueueFilter): string[] {
  const words = q === undefined ? [] : wordsOf(q);
  return [
    ...words.map((_, index) => `INSTR(${searchKeyColumn(TABLES[kind])}, :word${index}) > 0`),
    ...(authorId === undefined ? [] : ['records.user_id = :authorId']),
    ...(from === undefined ? [] : ['records.created_at >= :from']),
    ...(to === undefined ? [] : ['records.created_at < :to']),
  ];
}

function valuesOf({ q, authorId, from, to, after }: PlacesQuery): Record<string, SqlValue> {
  const words = q === undefined ? [] : wordsOf(q);
  return {
    ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
    ...(authorId === undefined ? {} : { authorId }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(after === undefined ? {} : { since: after.since, id: after.id }),
  };
}
