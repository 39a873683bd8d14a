import type { AuthorBlock } from '../../../models/feedback/AuthorBlock.ts';
import type { BlockBody } from '../../schemas/feedback/blocks.ts';

export function presentBlock({ authorId, createdAt }: AuthorBlock): BlockBody {
  return { authorId, createdAt: createdAt.toISOString() };
}
