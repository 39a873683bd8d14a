import assert from 'node:assert/strict';
import type { Row } from '../../server/platform/http/endpoint.ts';
import { feedbackService } from '../../server/routes/feedback/index.ts';

const workOf = ({ work = 'database' }: Row, query: object) => (typeof work === 'function' ? work({ params: {}, query, body: {} }) : work);

/** The lists of which a page may be large, or may take long, with these parameters. */
function wideWith(query: object): string[] {
  return feedbackService.rows.filter((row) => workOf(row, query) === 'wide').map(({ path }) => path);
}

describe('the wide reads of feedback', () => {
  const LARGE = ['/comments', '/roadmap', '/changelog'];

  it('are the pages of long texts', () => {
    assert.deepEqual(wideWith({}).sort(), LARGE.toSorted());
  });

  it('are the searches too', () => {
    assert.deepEqual(wideWith({ q: 'night' }).sort(), [...LARGE, '/posts', '/admin/posts', '/admin/reviews'].sort());
  });
});
