import type { AuthorBlock } from '../../../models/feedback/moderation/AuthorBlock.ts';
import type { PlainRow } from '../../platform/db/records/page.ts';
import type { BlockBody } from '../../schemas/feedback/blocks.ts';

export function presentBlock({ authorId, createdAt }: PlainRow<AuthorBlock>): BlockBody {
  return { authorId, createdAt: createdAt.toISOString() };
}
