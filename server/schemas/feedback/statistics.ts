import Joi from 'joi';
import { envelopeOf } from '../../platform/http/input/envelope.ts';
import { countField, nullableInstant } from '../../platform/http/input/replies.ts';

interface Total {
  total: number;
}

export interface StatisticsBody {
  reviews: Total & { pending: number; approved: number; rejected: number; averageRating: number };
  posts: Total & {
    byStatus: Record<'under_review' | 'planned' | 'in_progress' | 'completed' | 'declined', number>;
    byCategory: Record<'bug' | 'feature' | 'improvement' | 'other', number>;
  };
  comments: Total;
  votes: Total;
  favorites: Total;
  roadmap: Total & { byStatus: Record<'planned' | 'in_progress' | 'completed', number> };
  changelog: Total;
  oldestPendingAt: string | null;
}

/** An object of counts, all of them always present. */
const counts = (...names: readonly string[]) => Joi.object(Object.fromEntries(names.map((name) => [name, countField]))).required();

const statistics = Joi.object<StatisticsBody, true>({
  reviews: counts('total', 'pending', 'approved', 'rejected').append({
    averageRating: Joi.number()
      .min(0)
      .max(5)
      .required()
      .description('Average of the approved reviews, to 2 decimals; 0 when there are none'),
  }),
  posts: counts('total').append({
    byStatus: counts('under_review', 'planned', 'in_progress', 'completed', 'declined'),
    byCategory: counts('bug', 'feature', 'improvement', 'other'),
  }),
  comments: counts('total'),
  votes: counts('total'),
  favorites: counts('total'),
  roadmap: counts('total').append({ byStatus: counts('planned', 'in_progress', 'completed') }),
  changelog: counts('total').description('Includes entries that are not published yet'),
  oldestPendingAt: nullableInstant.description('When the oldest pending review was written'),
}).id('Statistics');

export const StatisticsReply = envelopeOf(statistics, 'StatisticsReply');
