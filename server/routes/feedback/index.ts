import { type Service, underHeading } from '../../platform/http/endpoint.ts';
import { endpoints as blocks } from './blocks.ts';
import { endpoints as changelog } from './changelog.ts';
import { endpoints as commentModeration } from './comment-moderation.ts';
import { endpoints as comments } from './comments.ts';
import { endpoints as decisions } from './decisions.ts';
import { endpoints as favorites } from './favorites.ts';
import { endpoints as postModeration } from './post-moderation.ts';
import { endpoints as posts } from './posts.ts';
import { endpoints as inbox } from './readers/inbox.ts';
import { endpoints as postSubscriptions } from './readers/post-subscriptions.ts';
import { reporting, endpoints as reports } from './reports.ts';
import { endpoints as reviewModeration } from './review-moderation.ts';
import { endpoints as reviews } from './reviews.ts';
import { endpoints as roadmap } from './roadmap.ts';
import { endpoints as statistics } from './statistics.ts';
import { endpoints as votes } from './votes.ts';

/** Reviews, comments, favorites, feature requests, roadmap, changelog and moderation. */
export const feedbackService = {
  name: 'feedback',
  prefix: '/api/v1',
  heading: {
    name: 'Moderation',
    description: 'Decisions of staff on reviews, comments and feature requests, and numbers about the project.',
  },
  endpoints: [
    ...underHeading('Reviews', 'Ratings of items with text, by users and by guests.', reviews),
    ...underHeading('Comments', 'Threads of comments on reviews, feature requests, plans and items.', comments),
    ...underHeading('Favorites', 'Items that a user keeps.', favorites),
    ...underHeading('Posts', 'Feature requests and the votes for them.', [...posts, ...votes, ...postSubscriptions]),
    ...underHeading('Roadmap', 'Planned changes.', roadmap),
    ...underHeading('Changelog', 'Released changes.', changelog),
    ...underHeading('Inbox', 'Messages to a user about own and followed content.', inbox),
    ...underHeading('Reports and blocks', 'Content that a user reports, and authors that a user does not want to read.', [
      ...reporting,
      ...blocks,
    ]),
    ...statistics,
    ...reviewModeration,
    ...postModeration,
    ...commentModeration,
    ...decisions,
    ...reports,
  ],
} satisfies Service;
