import assert from 'node:assert/strict';
import { type Caller, expectExactCounts, guest, staff, user } from '../../feedback/support.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { fieldsOf, tsv } from '../support/outcome.ts';

interface Review {
  readonly id: number;
  readonly status: string;
  readonly statusReason: string | null;
  readonly createdAt: string;
  readonly contentHash?: string;
}

describe('diwan reviews', () => {
  let cli: Cli;
  let moderator: Caller;
  before(async () => {
    cli = await startCliServer();
    moderator = staff(cli.server);
  });
  after(() => cli.close());

  const written = async (values: object = {}): Promise<Review> => {
    const review = { itemType: 'product', itemId: 42, rating: 4, ...values };
    return (await user(cli.server).post('/reviews', review).expect(201)).body.data;
  };
  const fromGuest = async (values: object = {}): Promise<Review> => {
    const review = { itemType: 'store', itemId: 7, rating: 2, guestEmail: 'jane@example.com', ...values };
    return (await guest(cli.server).post('/reviews', review).expect(201)).body.data;
  };
  const read = async (id: number): Promise<Review> => (await moderator.get(`/reviews/${id}`).expect(200)).body.data;

  it('lists reviews as TSV and JSON, pending first', async () => {
    const approved = await written({ title: 'Good\u2003one' });
    const pending = await fromGuest({ comment: 'Late\nagain', guestName: 'Jane' });
    const [{ stdout }, json] = await Promise.all([cli.run(['reviews', 'list']), cli.json(['reviews', 'list'])]);
    const [first, second] = tsv(stdout);
    const { id, createdAt } = pending;
    assert.deepEqual(first, {
      id: String(id),
      status: 'pending',
      rating: '2',
      item: 'store 7',
      author: 'Jane',
      text: 'Late⏎again',
      created: createdAt,
    });
    assert.deepEqual([second?.['id'], second?.['status'], second?.['text']], [String(approved.id), 'approved', 'Good\u2003one']);
    const { data, pagination } = (await moderator.get('/admin/reviews').expect(200)).body;
    assert.deepEqual(json, { data, pagination });
  });

  it('filters, searches and pages the list', async () => {
    const made = [await written({ itemType: 'driver', rating: 1, title: 'Zebra' }), await written({ itemType: 'driver', rating: 1 })];
    const idsOf = async (...flags: string[]): Promise<number[]> =>
      (await cli.json<{ data: Review[] }>(['reviews', 'list', ...flags])).data.map(({ id }) => id);
    const filters = ['--item-type', 'driver', '--rating', '1', '--status', 'approved'];
    const [searched, second] = await Promise.all([
      idsOf(...filters, '--search', 'zebra'),
      idsOf(...filters, '--limit', '1', '--page', '2'),
    ]);
    assert.deepEqual([searched, second], [[made[0]?.id], [made[0]?.id]]);
  });

  it('shows all fields of a review with escapes', async () => {
    const { id } = await fromGuest({
      title: 'Title',
      comment: 'first\u202e\nsecond',
      images: ['https://example.com/1.jpg', 'https://example.com/2.jpg'],
    });
    await moderator.put(`/admin/reviews/${id}/status`, { status: 'rejected', reason: 'Not about us' }).expect(200);
    const [{ stdout }, json] = await Promise.all([
      cli.run(['reviews', 'show', String(id)]),
      cli.json<Review>(['reviews', 'show', String(id)]),
    ]);
    const now = await read(id);
    assert.deepEqual(json, now);
    const fields = fieldsOf(stdout);
    assert.deepEqual(
      [
        fields['status'],
        fields['reason'],
        fields['rating'],
        fields['guest_e-mail'],
        fields['comment'],
        fields['images'],
        fields['content_hash'],
      ],
      [
        'rejected',
        'Not about us',
        '2',
        'jane@example.com',
        'first\\u{202e}⏎second',
        'https://example.com/1.jpg⏎https://example.com/2.jpg',
        now.contentHash,
      ],
    );
  });

  it('approves one review by its id', async () => {
    const { id } = await fromGuest({ guestEmail: 'one@example.com' });
    const { code, stdout, stderr } = await cli.run(['reviews', 'approve', String(id)]);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: `Review ${id} approved.\n` });
    assert.equal((await read(id)).status, 'approved');
  });

  it('rejects several reviews and reports each outcome', async () => {
    const made = [await written(), await written()];
    const [first = 0, second = 0] = made.map(({ id }) => id);
    const ids = [first, 999_999, second].map(String);
    const { code, stderr } = await cli.run(['reviews', 'reject', ...ids, '--reason', 'عذرًا']);
    const lines = stderr.trimEnd().split('\n');
    assert.deepEqual(
      [code, lines[0], lines[2], lines[3]],
      [1, `Review ${first} rejected.`, `Review ${second} rejected.`, '2 done, 1 failed'],
    );
    assert.match(lines[1] ?? '', /999999: .*review_not_found/);
    for (const { status, statusReason } of await Promise.all([read(first), read(second)]))
      assert.deepEqual([status, statusReason], ['rejected', 'عذرًا']);
    await expectExactCounts(cli.server);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
    const { id } = await written();
    const request = `PUT /api/v1/admin/reviews/${id}/status`;
    await assertDryRuns(cli, [
      { words: ['reviews', 'approve', String(id)], request, body: { status: 'approved' } },
      {
        words: ['reviews', 'reject', String(id), '--reason', 'Spam'],
        request,
        body: { status: 'rejected', reason: 'Spam' },
      },
    ]);
    const { status, statusReason } = await read(id);
    assert.deepEqual([status, statusReason], ['approved', null]);
  });

  it('names the cause and the next step of a failure', async () => {
    const { id } = await written();
    const asCustomer = { env: { DIWAN_TOKEN: user(cli.server).token } };
    const anonymous = { env: { DIWAN_TOKEN: 'bad' } };
    await assertFailing(cli, [
      { words: ['reviews', 'approve'], exit: 2, code: 'usage', says: /id/ },
      { words: ['reviews', 'show', '1x'], exit: 2, code: 'usage', says: /not a valid id/ },
      { words: ['reviews', 'list', '--status', 'new'], exit: 2, code: 'usage', says: /pending, approved, rejected/ },
      { words: ['reviews', 'list'], exit: 4, code: 'token_not_valid', says: /diwan login/, options: anonymous },
      { words: ['reviews', 'approve', String(id)], exit: 4, code: 'permission_denied', says: /whoami/, options: asCustomer },
      { words: ['reviews', 'approve', '999999'], exit: 5, code: 'review_not_found', says: /reviews list/ },
      { words: ['reviews', 'show', '999999'], exit: 5, code: 'review_not_found', says: /reviews list/ },
      { words: ['reviews', 'list', '--rating', '6'], exit: 2, code: 'validation_error', says: /--help/ },
    ]);
  });
});
