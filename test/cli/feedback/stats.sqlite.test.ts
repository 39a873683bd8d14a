import assert from 'node:assert/strict';
import { guest, staff, user } from '../../feedback/support.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';

describe('diwan stats', () => {
  let cli: Cli;
  let oldestPendingAt: string;
  before(async () => {
    cli = await startCliServer();
    const moderator = staff(cli.server);
    const author = user(cli.server);
    for (const rating of [5, 4]) await author.post('/reviews', { itemType: 'product', itemId: 42, rating }).expect(201);
    const pending = { itemType: 'store', itemId: 7, rating: 1, guestEmail: 'jane@example.com' };
    oldestPendingAt = (await guest(cli.server).post('/reviews', pending).expect(201)).body.data.createdAt;
    const made = await author.post('/posts', { title: 'Gift cards', description: 'Please', category: 'feature' }).expect(201);
    await author.post(`/posts/${made.body.data.id}/vote`).expect(200);
    await moderator.post('/roadmap', { title: 'Gift cards', status: 'in_progress' }).expect(201);
    await moderator.post('/changelog', { title: 'A fix', content: 'Of it' }).expect(201);
  });
  after(() => cli.close());

  it('prints labelled lines when piped, or JSON', async () => {
    const [{ code, stdout, stderr }, json] = await Promise.all([cli.run(['stats']), cli.json(['stats'])]);
    assert.deepEqual([code, stderr], [0, '']);
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual(lines, [
      'reviews\t3',
      'reviews_pending\t1',
      'reviews_approved\t2',
      'reviews_rejected\t0',
      'average_rating\t4.5',
      `oldest_pending\t${oldestPendingAt}`,
      'posts\t1',
      'posts_under_review\t1',
      'posts_planned\t0',
      'posts_in_progress\t0',
      'posts_completed\t0',
      'posts_declined\t0',
      'posts_bug\t0',
      'posts_feature\t1',
      'posts_improvement\t0',
      'posts_other\t0',
      'comments\t0',
      'votes\t1',
      'favorites\t0',
      'roadmap\t1',
      'roadmap_planned\t0',
      'roadmap_in_progress\t1',
      'roadmap_completed\t0',
      'changelog\t1',
    ]);
    const { data } = (await staff(cli.server).get('/admin/stats').expect(200)).body;
    assert.deepEqual(json, data);
  });

  it('draws bars that fit narrow terminals too', async () => {
    const wide = cli.terminal(['stats']);
    const narrow = cli.terminal(['stats'], { columns: 40 });
    const [{ text }, { text: small }] = [await wide.ended(), await narrow.ended()];
    assert.match(text, /^Reviews {2}3 {2}★ 4\.50 {2}oldest pending: /m);
    assert.match(text, /^pending +█+ +1 +33\.3%$/m);
    assert.match(text, /^in progress +█+ +1 +100\.0%$/m);
    assert.match(text, /^Votes +1$/m);
    assert.match(text, /diwan reviews triage/);
    const charts = small.split('\n').filter((line) => line.includes('%'));
    assert.ok(charts.length > 10 && charts.every((line) => line.length <= 40), small);
  });

  it('names the cause and the next step of a failure', async () => {
    await assertFailing(cli, [
      { words: ['stats'], exit: 4, code: 'token_not_valid', says: /diwan login/, options: { env: { DIWAN_TOKEN: 'bad' } } },
      {
        words: ['stats'],
        exit: 4,
        code: 'permission_denied',
        says: /whoami/,
        options: { env: { DIWAN_TOKEN: user(cli.server).token } },
      },
    ]);
  });
});
