import { col, fn, IndexHints, where as matches, Op, type WhereOptions } from 'sequelize';
import { AuditEntry } from '../../../../models/platform/AuditEntry.ts';
import { managedProject } from '../../auth/reach.ts';
import type { Actor } from '../../context.ts';
import type { Database } from '../database.ts';
import { auditNameOf } from './audit.ts';

/** Which audit rows are wanted. */
export interface AuditFilter {
  actor?: string;
  action?: string;
  subject?: string;
  target?: string;
  projectId?: number;
  /** The first moment. */
  from?: Date;
  /** The moment after the last one. */
  to?: Date;
  /** Words, all of which a row must contain. */
  q?: string;
  /** Only rows with a lower id. */
  before?: number;
}

export type { AuditEntry };

export interface AuditQuery extends AuditFilter {
  limit: number;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The `before` of the next page; null on the last one. */
  readonly nextBefore: number | null;
}

/** Rows of one statement of `readAudit`. */
const CHUNK = 1_000;
/** The texts that `q` searches. MySQL cannot compare an ASCII column with a word of other letters. */
const SEARCHED = ['actor_name', 'subject', 'details'];
const SEARCHED_ASCII = ['actor', 'action', 'target'];

/**
 * The audit rows that the caller may see, newest first: those of its project, or its own acts only for staff. Rows added meanwhile do not
 * move a page, because each one begins below an id.
 */
export async function listAudit(db: Database, actor: Actor, { limit, ...filter }: AuditQuery): Promise<AuditPage> {
  const found = await findEntries(db, actor, filter, limit + 1);
  const entries = found.slice(0, limit);
  return { entries, nextBefore: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

/**
 * All audit rows that the caller may see, newest first, in chunks. Nothing of the database is held between two chunks. `limit` has no
 * effect.
 */
export async function* readAudit(db: Database, actor: Actor, { limit: _, ...filter }: AuditQuery): AsyncGenerator<readonly AuditEntry[]> {
  let before = filter.before;
  for (let isLast = false; !isLast; ) {
    const entries = await findEntries(db, actor, { ...filter, ...(before === undefined ? {} : { before }) }, CHUNK);
    yield entries;
    before = entries.at(-1)?.id;
    isLast = entries.length < CHUNK;
  }
}

/** Acts on one subject of a project. */
interface ActsQuery {
  readonly projectId: number;
  readonly subject: string;
  readonly actions: readonly string[];
}

/** The last of some acts on a subject; null without one. */
export function findLastAct(db: Database, { projectId, subject, actions }: ActsQuery): Promise<AuditEntry | null> {
  const where = { projectId, subject, action: [...actions] };
  const indexHints = [{ type: IndexHints.IGNORE, values: ['PRIMARY', 'audit_log_newest'] }];
  return db.model(AuditEntry).findOne({ where, order: [['id', 'DESC']], indexHints });
}

function findEntries(db: Database, actor: Actor, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
  const avoided = avoidedIndexes(actor, filter);
  return db.model(AuditEntry).findAll({
    where: { [Op.and]: [...reachOf(actor), ...conditionsOf(filter)] },
    order: [['id', 'DESC']],
    limit,
    // the caller may reach all projects; `reachOf` names the one of all others
    acrossProjects: true,
    ...(avoided.length > 0 ? { indexHints: [{ type: IndexHints.IGNORE, values: [...avoided] }] } : {}),
  });
}

/**
 * Newest first, MySQL could otherwise read backwards through all rows, or through those of the project, although few of them match. An act
 * of an actor, on a subject or on a target is rarer than one of the project; an action may be as common.
 */
function avoidedIndexes(actor: Actor, { actor: wanted, action, subject, target, projectId }: AuditFilter): readonly string[] {
  const isOne = (...values: unknown[]): boolean => values.some((value) => value !== undefined);
  if (isOwnOnly(actor) || isOne(wanted, subject, target)) return ['PRIMARY', 'audit_log_newest'];
  return managedProject(actor) !== null || isOne(action, projectId) ? ['PRIMARY'] : [];
}

type Conditions = WhereOptions<AuditEntry>[];

function reachOf(actor: Actor): Conditions {
  const project = managedProject(actor);
  return [...(project === null ? [] : [{ projectId: project }]), ...(isOwnOnly(actor) ? [{ actor: auditNameOf(actor) }] : [])];
}

/** Staff see what they did themselves. */
function isOwnOnly(actor: Actor): boolean {
  return actor.kind === 'operator' && actor.role === 'staff';
}

function conditionsOf({ from, to, before, q, ...exact }: AuditFilter): Conditions {
  return [
    ...Object.entries(exact).map(([column, value]) => ({ [column]: value })),
    ...(from === undefined ? [] : [{ createdAt: { [Op.gte]: from } }]),
    ...(to === undefined ? [] : [{ createdAt: { [Op.lt]: to } }]),
    ...(before === undefined ? [] : [{ id: { [Op.lt]: before } }]),
    ...(q === undefined ? [] : q.split(/\s+/).map(hasWord)),
  ];
}

function hasWord(word: string): WhereOptions<AuditEntry> {
  const columns = /^[\x20-\x7e]+$/.test(word) ? [...SEARCHED, ...SEARCHED_ASCII] : SEARCHED;
  return { [Op.or]: columns.map((column) => contains(column, word)) };
}

/** INSTR instead of LIKE: the engines escape wildcards differently. The database folds both sides, each engine in its own way. */
function contains(column: string, word: string): WhereOptions<AuditEntry> {
  return matches(fn('INSTR', fn('LOWER', col(column)), fn('LOWER', word)), Op.gt, 0);
}
