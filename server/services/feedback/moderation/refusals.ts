// Raw SQL: one upsert remembers a refusal, whether or not there was one; each batch of new texts asks for its authors' refusals.
import { createHash } from 'node:crypto';
import { Op } from 'sequelize';
import { ContentRefusal } from '../../../../models/feedback/moderation/ContentRefusal.ts';
import type { Post } from '../../../../models/feedback/Post.ts';
import type { Review } from '../../../../models/feedback/Review.ts';
import { foldForSearch } from '../../../domain/search-fold.ts';
import type { MayContinue } from '../../../platform/concurrency/shared-work.ts';
import { type Context, projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { purgeRows } from '../../../platform/db/records/purge-rows.ts';
import { replaceRow, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { accountOf } from '../authors.ts';
import type { ModerationState, ReviewStatus } from './decision.ts';

/** The same attempt of an author is a review of the same item, or a post or comment with the same folded texts. */
export interface Attempt {
  /** null for a tombstone. */
  readonly authorId: string | null;
  readonly attempt: string;
}

const KEPT_MS = 30 * 24 * 3_600_000;

export function reviewAttempt({ userId, itemType, itemId }: Pick<Review, 'userId' | 'itemType' | 'itemId'>): Attempt {
  return { authorId: userId, attempt: `review:${itemType}:${itemId}` };
}

export function postAttempt({ userId, title, description }: Pick<Post, 'userId' | 'title' | 'description'>): Attempt {
  return { authorId: userId, attempt: `post:${digestOf(title, description)}` };
}

export function commentAttempt({ userId, content }: { readonly userId: string | null; readonly content: string | null }): Attempt {
  return { authorId: userId, attempt: `comment:${digestOf(content ?? '')}` };
}

function digestOf(...texts: readonly string[]): string {
  return createHash('sha256').update(texts.map(comparable).join('\n')).digest('hex');
}

/** Vowel signs and tatweel alone fold to nothing: such texts are compared as they are. */
function comparable(text: string): string {
  return foldForSearch(text).replace(/\s+/g, ' ').trim() || text;
}

const IS_REFUSED: Readonly<Record<ReviewStatus | ModerationState, boolean | null>> = {
  rejected: true,
  removed: true,
  hidden: true,
  approved: false,
  visible: false,
  pending: null,
};

/** Remembers or forgets a refusal, in the transaction of a moderator's decision. */
export async function noteDecision(ctx: Context, tried: Attempt, status: ReviewStatus | ModerationState): Promise<void> {
  const isRefusal = IS_REFUSED[status];
  if (isRefusal === true) await remember(ctx, tried, null);
  if (isRefusal === false) await forget(ctx, tried);
}

/** Remembers what the reports of a case hide, in the transaction that hides it. */
export function noteHiding(ctx: Context, tried: Attempt, caseId: number): Promise<void> {
  return remember(ctx, tried, caseId);
}

/** Forgets what the reports of a case hid, also if the record was changed or deleted since. Refusals of moderators stay. */
export async function forgetHiding(ctx: Context, caseId: number): Promise<void> {
  await ctx.db.model(ContentRefusal).destroy({ where: { projectId: projectIdOf(ctx), caseId } });
}

async function remember(ctx: Context, tried: Attempt, caseId: number | null): Promise<void> {
  if (!isCompared(tried)) return;
  const key = { project_id: projectIdOf(ctx), user_id: tried.authorId, attempt: tried.attempt };
  await replaceRow(ctx.db, 'content_refusals', Object.keys(key), { ...key, case_id: caseId, refused_at: ctx.now });
}

/** Forgets the refusal of an attempt: moderators accept it now, or the decision that refused it is taken back. */
export async function forget(ctx: Context, tried: Attempt): Promise<void> {
  if (!isCompared(tried)) return;
  await ctx.db.model(ContentRefusal).destroy({ where: { projectId: projectIdOf(ctx), userId: tried.authorId, attempt: tried.attempt } });
}

/** Nothing is kept of guests, whose reviews wait anyway. */
function isKept(authorId: string | null): authorId is string {
  return authorId !== null && accountOf(authorId) !== null;
}

function isCompared<A extends Attempt>(tried: A): tried is A & { readonly authorId: string } {
  return isKept(tried.authorId);
}

/** Whether the same was refused to its author in the last 30 days. */
export async function isRefused(ctx: Context, tried: Attempt): Promise<boolean> {
  return (await readRefused(ctx.db, projectIdOf(ctx), { tried: [tried], now: ctx.now })).size > 0;
}

interface Publishing<T> {
  authorOf(text: T): string | null;
  attemptOf(text: T): Attempt;
  readonly now: Date;
}

/**
 * Finds those of a project's new texts that were refused to their authors in the last 30 days. Few authors have any refusal: for the others
 * one statement is all, and no text is folded and hashed.
 */
export async function findRefused<T>(
  db: Database,
  projectId: number,
  texts: readonly T[],
  { authorOf, attemptOf, now }: Publishing<T>,
): Promise<Set<T>> {
  const refusedAuthors = await findRefusedAuthors(db, projectId, texts.map(authorOf));
  if (refusedAuthors.size === 0) return new Set();
  const ofRefused = texts.filter((text) => refusedAuthors.has(authorOf(text)));
  const tried = ofRefused.map((text) => ({ text, ...attemptOf(text) }));
  const refused = await readRefused(db, projectId, { tried, now });
  return new Set(tried.filter((each) => refused.has(keyOf(each))).map(({ text }) => text));
}

/** Those of the authors to whom something was refused. */
async function findRefusedAuthors(db: Database, projectId: number, authorIds: readonly (string | null)[]): Promise<Set<string | null>> {
  const authors = [...new Set(authorIds.filter(isKept))];
  if (authors.length === 0) return new Set();
  const sql = 'SELECT DISTINCT user_id AS userId FROM content_refusals WHERE project_id = :projectId AND user_id IN (:authors)';
  const rows = await selectRows<{ userId: string }>(withTenant(db, projectId), sql, { authors });
  return new Set(rows.map(({ userId }) => userId));
}

/** The keys of those attempts that were refused in the last 30 days. */
async function readRefused(
  db: Database,
  projectId: number,
  { tried, now }: { readonly tried: readonly Attempt[]; readonly now: Date },
): Promise<Set<string>> {
  const anyOf = tried.filter(isCompared).map(({ authorId: userId, attempt }) => ({ userId, attempt }));
  if (anyOf.length === 0) return new Set();
  const where = { projectId, refusedAt: { [Op.gt]: new Date(now.getTime() - KEPT_MS) }, [Op.or]: anyOf };
  const found = await db.model(ContentRefusal).findAll({ attributes: ['userId', 'attempt'], where, raw: true });
  return new Set(found.map(({ userId: authorId, attempt }) => keyOf({ authorId, attempt })));
}

function keyOf({ authorId, attempt }: Attempt): string {
  return `${authorId} ${attempt}`;
}

/** Deletes the refusals that no longer count, in chunks. */
export function purgeRefusals(db: Database, now: Date, mayContinue: MayContinue): Promise<void> {
  const values = { before: new Date(now.getTime() - KEPT_MS) };
  return purgeRows(db, { table: 'content_refusals', where: 'refused_at <= :before', values }, mayContinue);
}
