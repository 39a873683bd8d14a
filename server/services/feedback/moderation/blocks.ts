// Raw SQL: one upsert adds a block unless there is one.
import { AuthorBlock } from '../../../../models/feedback/moderation/AuthorBlock.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { findPage, type PlainRow } from '../../../platform/db/records/page.ts';
import { ensureRow } from '../../../platform/db/statements/sql.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { badRequest, conflict, notFound, validationError } from '../../../platform/errors.ts';
import { isGuest, requireAuthorId } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';

/** A list asks the index for each blocked author, so their number is limited. Longer lists of a release before stay. */
const MAX_BLOCKS = 1_000;

export interface BlockPage {
  readonly blocks: readonly PlainRow<AuthorBlock>[];
  /** The number of blocks on all pages. */
  readonly total: number;
}

/**
 * Blocks an author for the caller; a repeated block changes nothing.
 * @throws ApiError 400 `own_content` for the caller, 400 for a guest, 404 `author_not_found`, 409 `block_limit`
 */
export async function blockAuthor(ctx: FeedbackContext, authorId: string): Promise<AuthorBlock> {
  const key = { projectId: projectIdOf(ctx), userId: requireAuthorId(ctx), authorId };
  if (authorId === key.userId) throw badRequest('own_content', 'You cannot block yourself.');
  if (isGuest(authorId)) throw validationError([{ field: 'authorId', message: 'authorId must be a UUID or operator:<id>' }]);
  const blocks = ctx.db.model(AuthorBlock);
  return inTransaction(ctx.db, async () => {
    const found = await blocks.findOne({ where: key });
    if (found !== null) return found;
    const own = { projectId: key.projectId, userId: key.userId };
    if ((await ctx.service.findAuthor(own.projectId, authorId)) === null) throw notFound('author');
    // the oldest block is locked, so that two requests at once do not both count before they add theirs
    await blocks.findOne({ where: own, order: ['id'], lock: true });
    if ((await blocks.count({ where: own })) >= MAX_BLOCKS) throw conflict('block_limit', `You can block ${MAX_BLOCKS} authors at most.`);
    const row = { project_id: key.projectId, user_id: key.userId, author_id: authorId, created_at: ctx.now };
    await ensureRow(ctx.db, 'author_blocks', ['project_id', 'user_id', 'author_id'], row);
    return blocks.findOne({ where: key, rejectOnEmpty: true });
  });
}

/** Ends a block of the caller; without a block nothing changes. */
export async function unblockAuthor(ctx: FeedbackContext, authorId: string): Promise<void> {
  const where = { projectId: projectIdOf(ctx), userId: requireAuthorId(ctx), authorId };
  // in a transaction, which runs again after a deadlock
  await inTransaction(ctx.db, () => ctx.db.model(AuthorBlock).destroy({ where }));
}

/** The blocks of the caller, the newest first. */
export async function listBlocks(ctx: FeedbackContext, { page, limit }: { page: number; limit: number }): Promise<BlockPage> {
  const where = { projectId: projectIdOf(ctx), userId: requireAuthorId(ctx) };
  const total = await ctx.db.model(AuthorBlock).count({ where });
  return { blocks: await findPage(ctx.db.model(AuthorBlock), { where, order: [['id', 'DESC']], total, page, limit }), total };
}
