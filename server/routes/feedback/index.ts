import type { Service } from '../../platform/http/endpoint.ts';
import { rows as changelog } from './changelog.ts';
import { rows as comments } from './comments.ts';
import { rows as favorites } from './favorites.ts';
import { rows as postModeration } from './post-moderation.ts';
import { rows as posts } from './posts.ts';
import { rows as reviewModeration } from './review-moderation.ts';
import { rows as reviews } from './reviews.ts';
import { rows as roadmap } from './roadmap.ts';
import { rows as statistics } from './statistics.ts';
import { rows as votes } from './votes.ts';

/** Reviews, comments, favorites, feature requests, roadmap, changelog, moderation (spec/feedback.md). */
export const feedbackService: Service = {
  name: 'feedback',
  prefix: '/api/v1',
  title: 'Feedback',
  rows: [
    ...reviews,
    ...comments,
    ...favorites,
    ...posts,
    ...votes,
    ...roadmap,
    ...changelog,
    ...statistics,
    ...reviewModeration,
    ...postModeration,
  ],
};
