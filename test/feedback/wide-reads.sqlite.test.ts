import assert from 'node:assert/strict';
import type { Endpoint } from '../../server/platform/http/endpoint.ts';
import { feedbackService } from '../../server/routes/feedback/index.ts';

const poolOf = ({ pool = 'database' }: Endpoint, query: object) =>
  typeof pool === 'function' ? pool({ params: {}, query, body: {} }) : pool;

/** The paths of the endpoints that use the wide pool with this query. */
function wideWith(query: object): string[] {
  return feedbackService.endpoints.filter((row) => poolOf(row, query) === 'wide').map(({ path }) => path);
}

describe('the wide pool of feedback', () => {
  const LARGE = ['/comments', '/roadmap', '/changelog', '/admin/moderation/decisions', '/posts/similar'];

  it('holds the pages of long texts and similar posts', () => {
    assert.deepEqual(wideWith({}).sort(), LARGE.toSorted());
  });

  it('holds every read that searches by text', () => {
    const searched = ['/posts', '/admin/comments', '/admin/posts', '/admin/reviews', '/admin/moderation/queue'];
    assert.deepEqual(wideWith({ q: 'night' }).sort(), [...LARGE, ...searched].sort());
  });
});
