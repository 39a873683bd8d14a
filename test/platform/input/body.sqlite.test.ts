import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { cpuMsOf } from '../../support/cost.ts';
import { createProbe } from '../../support/probe-service.ts';
import { type Answer, ask, raw, rawRefusal, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const PATH = '/api/v1/probe/plain';
const INVALID = '400 validation_error';
const TOO_LARGE = '413 payload_too_large';
const UNSUPPORTED = '415 unsupported_media_type';
const LIMIT = 256 * 1024;

describe('the body of a request', () => {
  let server: TestServer;
  const probe = createProbe();
  const post = (body: string | Buffer | undefined, headers: Record<string, string> = {}): Promise<Answer> =>
    ask(server.url, PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const bodyOf = ({ status, body }: Answer): unknown =>
    status === 200 ? (body['input'] as { body: unknown }).body : `${status} ${String(body['code'])}`;

  before(async () => {
    server = await startServer({ extraServices: probe.services });
  });
  after(() => server.close());

  it('must be exactly one JSON object', async () => {
    const bad = [
      '5',
      'null',
      '"text"',
      'true',
      '[]',
      '[{"name":"a"}]',
      '{',
      '{"name":"a"',
      '{"name":"a"} x',
      '{"name":"a"}{}',
      '{"count":NaN}',
      '{"count":Infinity}',
      '{"count":0x1}',
      '{"count":01}',
      "{'name':'a'}",
      '{name:"a"}',
      '{"name":"a",}',
      '/* */{}',
      '\ufeff{"name":"a"}',
      '{"name":"\u0000"}',
      '{"name":"\\ud800"}',
      '{"name":"\\u0000"}',
      '{"name":"a\nb"}',
      ' ',
      '\n',
      'name=a',
      '<x/>',
      '\u2028{}',
    ];
    for (const text of bad) assert.equal(refusal(await post(text)), INVALID, JSON.stringify(text));
    assert.deepEqual(bodyOf(await post(' \n{"name" : "a"}\t ')), { name: 'a' });
  });

  it('is not quoted in the refusal of invalid JSON', async () => {
    const { text } = await post('{"password":"hunter2", oops');
    assert.doesNotMatch(text, /hunter2|position|SyntaxError|Unexpected/);
  });

  it('uses the last of two fields of one name', async () => {
    assert.deepEqual(bodyOf(await post('{"name":"first","name":"last"}')), { name: 'last' });
  });

  it('counts as an empty object when it is absent', async () => {
    assert.deepEqual(bodyOf(await ask(server.url, PATH, { method: 'POST' })), {});
    assert.deepEqual(bodyOf(await ask(server.url, PATH, { method: 'POST', headers: { 'Content-Length': '0' } })), {});
    assert.deepEqual(bodyOf(await post(undefined)), {});
    assert.deepEqual(bodyOf(await post('', { 'Transfer-Encoding': 'chunked' })), {});
  });

  it('must be application/json in UTF-8', async () => {
    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json; x=y',
    ]) {
      assert.deepEqual(bodyOf(await post('{"name":"é"}', { 'Content-Type': type })), { name: 'é' }, type);
    }
    const others = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/jsonp',
      'application/json, text/plain',
      'text/json',
      '',
      'json',
      '*/*',
      'application/*',
      'application/json; charset=utf-16',
      'application/json; charset=utf-16le',
      'application/json; charset=utf-7',
      'application/json; charset=bogus',
      'application/json; charset=',
      'application/json; charset=iso-8859-1',
      'application/json; charset=utf-8; charset=utf-16',
    ];
    for (const type of others) assert.equal(refusal(await post('{"name":"a"}', { 'Content-Type': type })), UNSUPPORTED, type);
    assert.equal(refusal(await ask(server.url, PATH, { method: 'POST', body: '{"name":"a"}' })), UNSUPPORTED);
    assert.equal(refusal(await ask(server.url, PATH, { method: 'POST', headers: { 'Content-Type': 'text/plain' } })), UNSUPPORTED);
  });

  it('must be valid UTF-8 and is never repaired', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
      assert.equal(refusal(await post(Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]))), INVALID);
    }
    for (const encoding of ['utf16le', 'latin1'] as const)
      assert.equal(refusal(await post(Buffer.from('{"name":"é"}', encoding))), INVALID);
  });

  it('must have at most 256 KiB', async () => {
    const sized = (bytes: number): string => `{"text":"a","x":"${'y'.repeat(bytes - 19)}"}`;
    assert.equal(Buffer.byteLength(sized(LIMIT)), LIMIT);
    assert.deepEqual(bodyOf(await post(sized(LIMIT))), { text: 'a' });
    for (const body of [sized(LIMIT + 1), 'x'.repeat(LIMIT * 4)]) {
      assert.equal(refusal(await post(body)), TOO_LARGE);
      assert.equal(refusal(await post(body, { 'Transfer-Encoding': 'chunked' })), TOO_LARGE);
    }
  });

  it('is refused by its declared length before it is sent', async () => {
    for (const length of [LIMIT + 1, 10 ** 12]) {
      const answer = await raw(
        server.url,
        `POST ${PATH} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
        4_000,
      );
      assert.equal(rawRefusal(answer), TOO_LARGE);
      assert.match(answer.text, /^Connection: close\r$/im);
      assert.ok(answer.ms < 3_000, `closed after ${answer.ms} ms`);
    }
  });

  it('must be nested at most 32 levels deep', async () => {
    const nested = (levels: number, open = '[', close = ']'): string => `{"config":{"a":${open.repeat(levels)}${close.repeat(levels)}}}`;
    assert.equal((await post(nested(31))).status, 200);
    for (const levels of [32, 33, 1_000, 45_000, 120_000]) assert.equal(refusal(await post(nested(levels))), INVALID, String(levels));
    assert.equal(refusal(await post(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`)), INVALID);
    assert.equal(refusal(await post('['.repeat(200_000))), INVALID);
  });

  it('may be compressed once within the same limit', async () => {
    const json = Buffer.from('{"name":"zip"}');
    const codings = [
      ['gzip', gzipSync(json)],
      ['deflate', deflateSync(json)],
      ['br', brotliCompressSync(json)],
      ['GZIP', gzipSync(json)],
      ['identity', json],
    ] as const;
    for (const [coding, body] of codings)
      assert.deepEqual(bodyOf(await post(body, { 'Content-Encoding': coding })), { name: 'zip' }, coding);
    const bomb = Buffer.alloc(50_000_000, 0x20);
    for (const [coding, body] of [
      ['gzip', gzipSync(bomb)],
      ['deflate', deflateSync(bomb)],
      ['br', brotliCompressSync(bomb.subarray(0, 5_000_000))],
    ] as const) {
      const cost = await cpuMsOf(async () => assert.equal(refusal(await post(body, { 'Content-Encoding': coding })), TOO_LARGE, coding));
      assert.ok(cost < 2_000, `${coding} ${cost}`);
    }
    for (const coding of ['gzip, gzip', 'compress', 'x', 'gzip, br'])
      assert.equal(refusal(await post(gzipSync(gzipSync(json)), { 'Content-Encoding': coding })), UNSUPPORTED, coding);
    for (const [coding, body] of [
      ['gzip', json],
      ['br', json],
      ['deflate', Buffer.from([1, 2, 3])],
      ['gzip', gzipSync(json).subarray(0, 20)],
      ['gzip', Buffer.concat([gzipSync(json), Buffer.from('x')])],
      ['deflate', deflateRawSync(json).subarray(0, 3)],
    ] as const) {
      assert.equal(refusal(await post(body, { 'Content-Encoding': coding })), INVALID, coding);
    }
  });

  it('is not read by endpoints without a body', async () => {
    for (const method of ['GET', 'DELETE']) {
      const path = method === 'GET' ? '/api/v1/probe/public' : '/api/v1/probe/records/1';
      const { status } = await ask(server.url, path, { method, body: '{broken', headers: { 'Content-Type': 'text/plain' } });
      assert.equal(status, method === 'GET' ? 200 : 401);
    }
  });
});
