import type { Service } from '../../platform/http/endpoint.ts';
import { endpoints as changelog } from './changelog.ts';
import { endpoints as comments } from './comments.ts';
import { endpoints as favorites } from './favorites.ts';
import { endpoints as postModeration } from './post-moderation.ts';
import { endpoints as posts } from './posts.ts';
import { endpoints as reviewModeration } from './review-moderation.ts';
import { endpoints as reviews } from './reviews.ts';
import { endpoints as roadmap } from './roadmap.ts';
import { endpoints as statistics } from './statistics.ts';
import { endpoints as votes } from './votes.ts';

/** Reviews, comments, favorites, feature requests, roadmap, changelog and moderation. */
export const feedbackService = {
  name: 'feedback',
  prefix: '/api/v1',
  title: 'Feedback',
  endpoints: [
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
} satisfies Service;
