import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { prepareBody, rememberBody } from '../../../server/platform/http/fast-path/prepared-body.ts';
import { AnswerHeaders } from '../../../server/platform/http/fast-path/response-headers.ts';
import { CLOSED } from '../../../server/platform/http/reply/cors.ts';
import { created, matchesEtag, noContent, ok, prepared, sendReply, type WholeReply } from '../../../server/platform/http/reply/reply.ts';
import { costOf } from '../../support/cost.ts';

describe('If-None-Match', () => {
  it('matches strong and weak tags, lists and *', () => {
    for (const header of ['"a"', 'W/"a"', '"x", "a"', '"x","a"', '"x" , W/"a" ,"y"', '*', ' "a" ', '"x", *'])
      assert.ok(matchesEtag(header, '"a"'), header);
  });

  it('does not match other or malformed tags', () => {
    for (const header of ['', 'a', '"A"', '"a', 'a"', '"ab"', 'w/"a"', 'W/ "a"', '"W/a"', '""', ',', '"x"', "'a'", '"a"x', '**'])
      assert.ok(!matchesEtag(header, '"a"'), header);
  });

  it('is fast for the longest possible header', () => {
    for (const header of [','.repeat(16_000), '"x",'.repeat(4_000), ' '.repeat(16_000), '"'.repeat(16_000)])
      assert.ok(costOf(() => assert.ok(!matchesEtag(header, '"a"'))) < 25);
  });
});

describe('a prepared body', () => {
  it('has a strong tag that depends on its bytes', () => {
    const { etag } = prepareBody({ a: 'ü' });
    assert.match(etag, /^"[\w-]{27}"$/);
    assert.equal(prepareBody({ a: 'ü' }).etag, etag);
    for (const other of [{ a: 'u' }, { a: 'ü', b: undefined, c: null }, [], null]) assert.notEqual(prepareBody(other).etag, etag);
  });

  it('is made once per owner and name', () => {
    let made = 0;
    const render = (): object => {
      made += 1;
      return { made };
    };
    const [one, two] = [{}, {}];
    assert.equal(rememberBody(one, 'a', render), rememberBody(one, 'a', render));
    assert.notEqual(rememberBody(one, 'a', render), rememberBody(two, 'a', render));
    assert.notEqual(rememberBody(one, 'a', render), rememberBody(one, 'b', render));
    assert.equal(made, 3);
  });

  it('is forgotten when the bodies of all owners are many', () => {
    const text = 'x'.repeat(10_000);
    const owner = {};
    let made = 0;
    const remember = (name: string): unknown =>
      rememberBody(owner, name, () => {
        made += 1;
        return { name, text };
      });
    const count = 5_000;
    for (let index = 0; index < count; index += 1) remember(`version-${index}`);
    assert.equal(made, count);
    for (let index = 0; index < count; index += 1) remember(`version-${index}`);
    assert.equal(made, 2 * count, 'their 50 MB are more than the cache holds');
    for (let index = 0; index < 10; index += 1) remember('the same');
    assert.equal(made, 2 * count + 1);
  });
});

describe('a reply', () => {
  async function answer(
    reply: WholeReply,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }> {
    const app = express();
    app.use((req, res) => {
      res.locals.exchange = { requestId: 'one', headers: new AnswerHeaders(), policy: CLOSED, route: '/', report() {} };
      sendReply(res, reply, req.headers['if-none-match']);
    });
    const server = http.createServer(app);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const request = http.get({ port: (server.address() as AddressInfo).port, headers, agent: false });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    server.close();
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  }
  const text = { name: 'سلام 😀', lines: 'a\n\u2028' };

  it('is JSON in UTF-8 that caches do not store', async () => {
    for (const [reply, status] of [
      [ok(text), 200],
      [created(text), 201],
    ] as const) {
      const sent = await answer(reply);
      assert.deepEqual([sent.status, JSON.parse(sent.text)], [status, text]);
      assert.equal(sent.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(sent.headers['cache-control'], 'no-store');
      assert.equal(Number(sent.headers['content-length']), Buffer.byteLength(JSON.stringify(text)));
    }
    assert.equal((await answer(ok(null))).text, 'null');
  });

  it('has neither body nor type without content', async () => {
    const { status, text: body, headers } = await answer(noContent());
    assert.deepEqual([status, body, headers['content-type'], headers['content-length']], [204, '', undefined, undefined]);
  });

  it('that is prepared has its tag, or is 304', async () => {
    const body = prepareBody(text);
    const reply = prepared(body, ['Cache-Control', 'public, max-age=30']);
    const sent = await answer(reply);
    assert.deepEqual([sent.status, JSON.parse(sent.text), sent.headers.etag], [200, text, body.etag]);
    assert.equal(Number(sent.headers['content-length']), Buffer.byteLength(JSON.stringify(text)));
    const held = await answer(reply, { 'If-None-Match': `"x", W/${body.etag}` });
    assert.deepEqual(
      [held.status, held.text, held.headers.etag, held.headers['cache-control']],
      [304, '', body.etag, 'public, max-age=30'],
    );
  });
});
