import Joi from 'joi';
import { envelopeOf } from '../../platform/http/input/envelope.ts';
import { queryInteger } from '../../platform/http/input/fields.ts';
import { countField, dayField, nullableInstant } from '../../platform/http/input/replies.ts';

export interface DailyQuery {
  days: number;
}

export interface DayBody {
  day: string;
  reviews: number;
  averageRating: number | null;
  posts: number;
  votes: number;
  comments: number;
  registrations: number;
  signIns: number;
}

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
const counts = (...names: readonly string[]) =>
  Joi.object(
    Object.fromEntries(
      names.map((name) => [name, countField.description(name === 'total' ? 'The number in all.' : `Those with \`${name}\`.`)]),
    ),
  ).required();

const statistics = Joi.object<StatisticsBody, true>({
  reviews: counts('total', 'pending', 'approved', 'rejected')
    .append({
      averageRating: Joi.number()
        .min(0)
        .max(5)
        .required()
        .description('Average of the approved reviews, to 2 decimals; 0 when there are none'),
    })
    .description('The number of reviews, in all and by status.'),
  posts: counts('total')
    .append({
      byStatus: counts('under_review', 'planned', 'in_progress', 'completed', 'declined').description('The number with each status.'),
      byCategory: counts('bug', 'feature', 'improvement', 'other').description('The number of each kind.'),
    })
    .description('The number of feature requests.'),
  comments: counts('total').description('The number of comments.'),
  votes: counts('total').description('The number of votes.'),
  favorites: counts('total').description('The number of favorites.'),
  roadmap: counts('total')
    .append({ byStatus: counts('planned', 'in_progress', 'completed').description('The number with each status.') })
    .description('The number of roadmap items.'),
  changelog: counts('total').description('Includes entries that are not published yet'),
  oldestPendingAt: nullableInstant.description('When the oldest pending review was written'),
})
  .id('Statistics')
  .description('The content of the project in numbers.');

export const StatisticsReply = envelopeOf(statistics, 'StatisticsReply').description('The content of the project in numbers.');

export const DailyQuery = Joi.object<DailyQuery, true>({
  days: queryInteger(1, 90).default(30).description('How many UTC days, of which today is the last.'),
});

const day = Joi.object<DayBody, true>({
  day: dayField.description('The UTC day.'),
  reviews: countField.description('The reviews of the day that exist, with any status.'),
  averageRating: Joi.number().min(1).max(5).allow(null).required().description('Of the approved reviews of the day; null without any.'),
  posts: countField.description('The feature requests of the day that exist.'),
  votes: countField.description('The votes of the day that were not withdrawn.'),
  comments: countField.description('The comments of the day, except those that were deleted one by one.'),
  registrations: countField.description('The users who registered on the day.'),
  signIns: countField.description('The sign-ins of users on the day, without registrations.'),
})
  .id('DayStatistics')
  .description('What a day brought.');

export const DailyReply = envelopeOf(
  Joi.array().items(day).max(90).required().description('The days, oldest first.'),
  'DailyReply',
).description('What each day brought.');
