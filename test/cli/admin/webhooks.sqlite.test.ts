import assert from 'node:assert/strict';
import { guest } from '../../feedback/support.ts';
import { answering, type Receiver, startReceiver } from '../../platform/webhooks/receiver.ts';
import { execute } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

interface Webhook {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly isActive: boolean;
  readonly secret?: string;
  readonly [field: string]: unknown;
}

interface Delivery {
  readonly id: number;
  readonly state: string;
  readonly attempts: readonly object[];
}

const SECRET = /^whsec_[A-Za-z\d+/]{43}=\n$/;

describe('diwan webhooks', () => {
  let cli: Cli;
  let receiver: Receiver;

  before(async () => {
    cli = await startCliServer({ env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' } });
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    await execute(cli.server.db, 'DELETE FROM webhooks');
  });
  afterEach(() => receiver.close());
  after(() => cli.close());

  const create = async (...words: string[]): Promise<Webhook> =>
    cli.json<Webhook>(['webhooks', 'create', `${receiver.url}/hook`, '--events', 'review.*', ...words]);
  const find = async (id: number): Promise<Webhook> => (await admin(cli.server).get(`/admin/webhooks/${id}`).expect(200)).body;

  it('creates one and prints the secret alone', async () => {
    const words = ['--events', 'review.*,post.created', '--description', 'Warehouse', '--format', 'slack', '--language', 'ar'];
    const { code, stdout, stderr } = await cli.run(['webhooks', 'create', `${receiver.url}/`, ...words, '--content', 'on']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, SECRET);
    assert.match(stderr, /^Webhook \d+ created for project 11: review\.\*, post\.created\. Save its secret now/);
    const [{ id = 0 } = {}] = await cli.json<Webhook[]>(['webhooks', 'list']);
    const { events, description, format, language, content, projectId } = await find(id);
    assert.deepEqual(
      [events, description, format, language, content, projectId],
      [['review.*', 'post.created'], 'Warehouse', 'slack', 'ar', true, 11],
    );
  });

  it('asks for the address and the events', async () => {
    const terminal = cli.terminal(['webhooks', 'create']);
    await terminal.expect('URL (where events are sent):');
    terminal.press(`${receiver.url}/\r`);
    await terminal.expect('Events');
    terminal.press('post.*, review.created\r');
    await terminal.expect('created for project 11');
    assert.equal((await terminal.ended()).code, 0);
    const [webhook] = await cli.json<Webhook[]>(['webhooks', 'list']);
    assert.deepEqual([webhook?.['projectId'], webhook?.events], [11, ['post.*', 'review.created']]);
  });

  it('lists and shows them as TSV and as JSON', async () => {
    const { id } = await create();
    const [row] = tsv((await cli.run(['webhooks', 'list'])).stdout);
    assert.deepEqual(
      [row?.['id'], row?.['state'], row?.['url'], row?.['events']],
      [String(id), 'unknown', `${receiver.url}/hook`, 'review.*'],
    );
    const { stdout } = await cli.run(['webhooks', 'show', String(id), '-o', 'table']);
    assert.match(stdout, /Texts of people +left out/);
    const shown = await cli.json<Webhook>(['webhooks', 'show', String(id)]);
    assert.deepEqual(shown, await find(id));
    assert.equal('secret' in shown, false);
  });

  it('changes fields, and switches it off and on', async () => {
    const { id } = await create();
    const run = async (...words: string[]): Promise<string> => (await cli.run(['webhooks', 'update', String(id), ...words])).stderr;
    assert.equal(await run('--events', 'post.*', '--content', 'on'), `Webhook ${id} changed.\n`);
    assert.deepEqual([(await find(id)).events, (await find(id))['content']], [['post.*'], true]);
    assert.equal(await run('--inactive'), `Webhook ${id} switched off.\n`);
    const [row] = tsv((await cli.run(['webhooks', 'list'])).stdout);
    assert.equal(row?.['state'], 'off (manual)');
    assert.equal(await run('--active'), `Webhook ${id} switched on.\n`);
    assert.equal((await find(id)).isActive, true);
  });

  it('tests one and shows what the receiver answers', async () => {
    const { id } = await create();
    const test = () => cli.run(['webhooks', 'test', String(id)]);
    const good = await test();
    assert.equal(good.code, 0, good.stderr);
    assert.match(good.stderr, /^The receiver answered 2\d\d after \d+ ms\.\n/);
    assert.equal(JSON.parse(receiver.received[0]?.body ?? '{}').type, 'webhook.test');
    receiver.behave(answering(500, { body: 'broken' }));
    const bad = await test();
    assert.deepEqual([bad.code, /answered 500/.test(bad.stderr)], [1, true]);
    await receiver.close();
    const gone = await test();
    assert.deepEqual([gone.code, /^No answer: /.test(gone.stderr)], [1, true]);
  });

  it('rotates the secret and prints the new one', async () => {
    const { id, secret } = await create();
    const { code, stdout, stderr } = await cli.run(['webhooks', 'rotate', String(id)]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, SECRET);
    assert.notEqual(stdout.trim(), secret);
    assert.match(stderr, /24 hours/);
  });

  it('removes one only after a confirmation', async () => {
    const { id } = await create();
    const terminal = cli.terminal(['webhooks', 'remove', String(id)]);
    await terminal.expect(`Delete webhook ${id} with what waits for it?`);
    terminal.press('n\r');
    assert.equal((await terminal.ended()).code, 2);
    assert.equal((await cli.run(['webhooks', 'remove', String(id), '--yes'])).stderr, `Webhook ${id} deleted.\n`);
    assert.deepEqual(await cli.json(['webhooks', 'list']), []);
  });

  /** A webhook whose only delivery failed. */
  const failed = async (): Promise<{ id: number; delivery: number }> => {
    const { id } = await create();
    receiver.behave(answering(500, { body: 'broken' }));
    await guest(cli.server)
      .post('/reviews', { itemId: 1, itemType: 'product', rating: 4, guestEmail: `guest-${id}@example.com` })
      .expect(201);
    await until(async () => (await deliveries(id)).some(({ attempts }) => attempts.length > 0));
    // its schedule would go on for days
    const settle = "UPDATE webhook_deliveries SET state = 'failed', queue = 0, settled_at = :now WHERE webhook_id = :id";
    await execute(cli.server.db, settle, { id, now: new Date() });
    const [{ id: delivery = 0 } = {}] = await deliveries(id);
    return { id, delivery };
  };
  const deliveries = async (id: number, ...words: string[]): Promise<Delivery[]> =>
    (await cli.json<{ data: Delivery[] }>(['webhooks', 'deliveries', String(id), ...words])).data;

  it('lists deliveries and shows the tries of one', async () => {
    const { id, delivery } = await failed();
    assert.deepEqual(await deliveries(id, '--state', 'delivered'), []);
    assert.equal((await deliveries(id, '--state', 'failed', '--type', 'review.created', '--all')).length, 1);
    const [row] = tsv((await cli.run(['webhooks', 'deliveries', String(id)])).stdout);
    assert.deepEqual(
      [row?.['id'], row?.['type'], row?.['state'], row?.['tries'], row?.['answer']],
      [String(delivery), 'review.created', 'failed', '1', '500'],
    );
    const [attempt] = tsv((await cli.run(['webhooks', 'deliveries', String(id), String(delivery)])).stdout);
    assert.deepEqual([attempt?.['status'], attempt?.['answer'], attempt?.['by_hand']], ['500', 'broken', 'no']);
    const { request } = await cli.json<{ request: string }>(['webhooks', 'deliveries', String(id), String(delivery)]);
    assert.equal(JSON.parse(request).type, 'review.created');
  });

  it('retries what is named, and what failed since a time', async () => {
    const { id, delivery } = await failed();
    const retry = async (...words: string[]): Promise<string> => (await cli.run(['webhooks', 'retry', String(id), ...words])).stderr;
    assert.equal(await retry('404404'), '0 deliveries are tried once more.\n');
    assert.equal(await retry('--since', '1h', '--until', '2026-01-01T00:00:00Z').then((text) => text.slice(0, 2)), '0 ');
    receiver.behave(answering(204));
    assert.equal(await retry('--since', '1h'), '1 delivery is tried once more.\n');
    await until(async () => (await deliveries(id))[0]?.state === 'delivered');
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(await retry(String(delivery)), '1 delivery is tried once more.\n');
  });

  it('is named by doctor when the server switched it off', async () => {
    const { id } = await create();
    const finding = async (): Promise<{ status: string; finding: string } | undefined> => {
      const { checks } = await cli.json<{ checks: { check: string; status: string; finding: string }[] }>(['doctor']);
      return checks.find(({ check }) => check === 'webhooks');
    };
    assert.equal((await finding())?.status, 'ok');
    await cli.run(['webhooks', 'update', String(id), '--inactive']);
    assert.equal((await finding())?.status, 'ok');
    await execute(cli.server.db, "UPDATE webhooks SET disabled_reason = 'gone' WHERE id = :id", { id });
    const { status, finding: told } = (await finding()) ?? {};
    assert.deepEqual([status, told], ['warn', `switched off: ${id} (gone)`]);
  });

  it('names the cause and the next step of a failure', async () => {
    await assertFailing(cli, [
      { words: ['webhooks', 'create', '--events', 'review.*'], exit: 2, code: 'usage', says: /URL/ },
      {
        words: ['webhooks', 'create', 'https://example.com/', '--events', 'review.*', '--all-projects'],
        exit: 4,
        code: 'permission_denied',
      },
      { words: ['webhooks', 'create', 'https://example.com/', '--events', 'nothing.ever'], exit: 2, code: 'validation_error' },
      { words: ['webhooks', 'update', '1'], exit: 2, code: 'usage', says: /update --help/ },
      { words: ['webhooks', 'remove', '1'], exit: 2, code: 'usage', says: /--yes/ },
      { words: ['webhooks', 'retry', '1'], exit: 2, code: 'usage', says: /--since/ },
      { words: ['webhooks', 'retry', '1', '2', '--since', '1h'], exit: 2, code: 'usage', says: /not both/ },
      { words: ['webhooks', 'retry', '1', '2', '--until', '1h'], exit: 2, code: 'usage', says: /--until needs --since/ },
      { words: ['webhooks', 'deliveries', '1', '2', '--state', 'failed'], exit: 2, code: 'usage', says: /for the list/ },
      { words: ['webhooks', 'show', '404404'], exit: 5, code: 'webhook_not_found', says: /webhooks list/ },
    ]);
  });

  it('shows its requests with --dry-run and changes nothing', async () => {
    const { id } = await create();
    const path = `/api/v1/admin/webhooks/${id}`;
    const body = { url: 'https://example.com/', events: ['review.*'] };
    await assertDryRuns(cli, [
      { words: ['webhooks', 'create', body.url, '--events', 'review.*'], request: 'POST /api/v1/admin/webhooks', body },
      { words: ['webhooks', 'update', String(id), '--inactive'], request: `PUT ${path}`, body: { isActive: false } },
      { words: ['webhooks', 'remove', String(id)], request: `DELETE ${path}`, body: null },
      { words: ['webhooks', 'rotate', String(id)], request: `POST ${path}/rotate-secret`, body: null },
    ]);
    assert.equal((await find(id)).isActive, true);
  });
});
