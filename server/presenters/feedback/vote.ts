import type { VoteBody } from '../../schemas/feedback/votes.ts';
import type { VoteState } from '../../services/feedback/posts/votes.ts';

export function presentVote({ postId, voted, votesCount }: VoteState): VoteBody {
  return { postId, voted, votesCount };
}
