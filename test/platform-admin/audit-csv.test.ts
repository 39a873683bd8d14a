import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import type { SqlValue } from '../../server/platform/db/statements/sql.ts';
import { interceptQueries } from '../support/databases/intercept-queries.ts';
import { execute } from '../support/databases/sql.ts';
import { client } from '../support/requests/client.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

const PATH = '/api/v1/admin/audit-log';
const HEADER = 'id,at,actor,actorName,projectId,action,subject,target,before,after,reason,requestId,address';
const AT = new Date('2026-06-01T12:00:00.000Z');
/** More than two chunks. */
const ROWS = 2_300;

describe('the audit log as CSV', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.close());

  const insert = async (...rows: readonly Readonly<Record<string, SqlValue>>[]): Promise<void> => {
    const base = {
      project_id: 11,
      action: 'probe.done',
      actor: 'system:test',
      actor_name: null,
      subject: 'probe:1',
      target: null,
      details: '{}',
      request_id: null,
      address: null,
      created_at: AT,
    };
    const values = rows.map((row) => Object.values({ ...base, ...row }));
    await execute(server.db, `INSERT INTO audit_log (${Object.keys(base).join(', ')}) VALUES :values`, { values });
  };
  const many = async (details = '{}'): Promise<void> => {
    for (let count = 0; count < ROWS; count += 100) await insert(...Array.from({ length: 100 }, () => ({ details })));
  };
  const read = (query = '', headers: Record<string, string> = { 'X-Api-Key': server.apiKey }) =>
    request(server.url)
      .get(`${PATH}?${query}`)
      .set({ Accept: 'text/csv', ...headers })
      .expect(200);
  /** Begins to read the log; the client takes nothing more than the socket does by itself. */
  async function open(): Promise<IncomingMessage> {
    const { hostname, port } = new URL(server.url);
    const sent = http.get({ hostname, port, path: PATH, headers: { accept: 'text/csv', 'x-api-key': server.apiKey }, agent: false });
    const [message] = (await once(sent, 'response')) as [IncomingMessage];
    return message;
  }
  /** Counts the reads of the log while `work` runs; the read with the number `failing` fails. */
  async function withReads(work: (reads: () => number) => Promise<void>, failing = 0): Promise<void> {
    let reads = 0;
    await interceptQueries(
      server.db,
      async (sql, send) => {
        if (!/^SELECT .* FROM `audit_log`/.test(sql)) return send();
        reads += 1;
        if (reads === failing) throw new Error('The database failed.');
        return send();
      },
      () => work(() => reads),
    );
  }

  it('has a header line and the columns of the page', async () => {
    await insert({
      actor: 'operator:5',
      actor_name: 'sara',
      subject: 'app:souq',
      target: 'flag:checkout',
      action: 'flag.changed',
      details: JSON.stringify({ before: { isEnabled: false }, after: { isEnabled: true }, reason: 'Ready' }),
      request_id: 'r-1',
      address: '203.0.113.0/24',
    });
    const { text, headers } = await read('action=flag.changed');
    const [header, row, ...rest] = text.split('\r\n');
    assert.equal(header, HEADER);
    assert.match(
      row ?? '',
      /^\d+,2026-06-01T12:00:00.000Z,operator:5,sara,11,flag.changed,app:souq,flag:checkout,"{""isEnabled"":false}","{""isEnabled"":true}",Ready,r-1,203.0.113.0\/24$/,
    );
    assert.deepEqual(rest, ['']);
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(headers['content-disposition'], 'attachment; filename="audit-log.csv"');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(String(headers['vary']), /\bAccept\b/);
  });

  it('contains no cell that a spreadsheet runs', async () => {
    const texts = ['=1+1', '+1', '-1', '@a', '\tx', '\rx', 'a=1', 'a "b", c\nd', 'مرحبا'];
    await insert(...texts.map((reason) => ({ action: 'probe.text', details: JSON.stringify({ reason }) })));
    const { text } = await read('action=probe.text');
    const cells = [...text.slice(HEADER.length + 2).matchAll(/,,,("(?:[^"]|"")*"|[^",]*),,\r\n/g)].map(([, cell]) => cell);
    assert.deepEqual(cells.toReversed(), ["'=1+1", "'+1", "'-1", "'@a", "'\tx", '"\'\rx"', 'a=1', '"a ""b"", c\nd"', 'مرحبا']);
  });

  it('sends every row that matches, newest first', async () => {
    await insert({ action: 'other.done' });
    await many();
    const { text } = await read('action=probe.done&limit=1');
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    assert.equal(ids.length, ROWS);
    assert.deepEqual(
      ids,
      [...new Set(ids)].toSorted((a, b) => b - a),
    );
  });

  it('contains only what the caller may see', async () => {
    await insert({ project_id: 11 }, { project_id: 12 }, { project_id: null });
    const projects = async (claims: object): Promise<(string | undefined)[]> => {
      const { text } = await read('action=probe.done', { Authorization: `Bearer ${operatorToken(server, claims)}` });
      return text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[4]);
    };
    assert.deepEqual(await projects({}), ['11']);
    assert.deepEqual(await projects({ role: 'staff' }), []);
    assert.deepEqual(await projects({ isOwner: true }), ['', '12', '11']);
  });

  it('is refused like the page, with the error body', async () => {
    const refused = await request(server.url).get(PATH).set('Accept', 'text/csv').expect(401);
    assert.equal(refused.body.code, 'invalid_api_key');
    const faulty = await request(server.url).get(`${PATH}?before=0`).set({ Accept: 'text/csv', 'X-Api-Key': server.apiKey }).expect(400);
    assert.equal(faulty.body.code, 'validation_error');
  });

  it('is sent only to clients that prefer it', async () => {
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'text/html' }, { Accept: 'application/json, text/csv;q=0.5' }])
      await client(server, { apiKey: server.apiKey, headers }).get('/admin/audit-log').expect(200);
    const head = await request(server.url).head(PATH).set({ Accept: 'text/csv', 'X-Api-Key': server.apiKey }).expect(200);
    assert.equal(head.headers['content-type'], 'text/csv; charset=utf-8');
  });

  it('reads no further than a slow client does', async () => {
    await many(JSON.stringify({ reason: 'x'.repeat(10_000) }));
    await withReads(async (reads) => {
      const message = await open();
      await sleep(700);
      assert.equal(reads(), 1, 'the second chunk is read only when the client has taken the first');
      const { body } = await request(server.url).get(PATH).set('X-Api-Key', server.apiKey).expect(200);
      assert.equal(body.data.length, 20, 'others get their answers meanwhile');
      let lines = 0;
      for await (const part of message) lines += String(part).split('\r\n').length - 1;
      assert.ok(lines > ROWS);
      assert.ok(message.complete);
    });
  });

  it('ends when the client leaves', async () => {
    await many(JSON.stringify({ reason: 'x'.repeat(10_000) }));
    await withReads(async (reads) => {
      const message = await open();
      message.destroy();
      await sleep(700);
      assert.ok(reads() <= 2, `${reads()} chunks were read`);
    });
  });

  it('is cut off when the database fails later', async () => {
    await many();
    await withReads(async () => {
      const message = await open();
      message.resume();
      await assert.rejects(once(message, 'end'), /aborted/);
    }, 2);
  });

  it('answers a failure of the first rows as an error', async () => {
    await withReads(async () => {
      const { body } = await request(server.url).get(PATH).set({ Accept: 'text/csv', 'X-Api-Key': server.apiKey }).expect(500);
      assert.equal(body.code, 'internal_error');
    }, 1);
  });
});
