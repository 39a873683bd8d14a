import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Request, Response } from 'express';
import { EventStreams, type StreamTimes } from '../../../server/platform/http/event-streams/event-streams.ts';
import { AnswerHeaders } from '../../../server/platform/http/fast-path/response-headers.ts';
import { CLOSED } from '../../../server/platform/http/reply/cors.ts';
import { until } from '../../support/programs/process.ts';
import { openStream } from '../../support/requests/event-stream.ts';

const LONG_MS = 3_600_000;
/** More than the kernel takes for a client that does not read. */
const MANY_BYTES = 32 * 1024 * 1024;
const eventOf = (id: number) => ({ id, data: `{"position":${id}}` });

describe('event streams', () => {
  let server: Server;
  let url: string;
  let streams: EventStreams;
  let onOpen: (res: Response) => void = () => {};

  before(async () => {
    server = createServer((req, res) => {
      const response = res as Response;
      response.locals = { exchange: { requestId: 'test', headers: new AnswerHeaders(), policy: CLOSED, route: '/', report() {} } };
      streams.open(req as Request, response, { topic: 'shop', latest: eventOf(1), since: null });
      onOpen(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    streams.close();
    onOpen = () => {};
  });
  after(() => server.close());

  const start = (times: Partial<StreamTimes>, limit = 10): void => {
    streams = new EventStreams(limit, { heartbeatMs: LONG_MS, lifeMs: LONG_MS, ...times });
  };

  it('send a comment while nothing happens', async () => {
    start({ heartbeatMs: 20 });
    const stream = await openStream(url);
    await until(() => stream.text.endsWith(':\n\n:\n\n'));
    assert.deepEqual(stream.events, []);
  });

  it('end after their life and admit the client again', async () => {
    start({ lifeMs: 100 });
    assert.equal(await (await openStream(url)).ended(), 'retry: 3000\nid: 1\n\n');
    assert.equal(streams.size, 0);
    assert.equal((await openStream(url)).status, 200);
  });

  it('report only the latest of several changes', async () => {
    start({});
    const stream = await openStream(url);
    for (const id of [2, 3, 4]) streams.publish('shop', eventOf(id));
    streams.publish('other', eventOf(5));
    await until(() => stream.events.length > 0);
    assert.deepEqual(stream.events, ['4']);
    streams.publish('shop', eventOf(6));
    await until(() => stream.events.length > 1);
    assert.deepEqual(stream.events, ['4', '6']);
  });

  it('drop a client that does not read', async () => {
    start({ heartbeatMs: 20 });
    const opened = new Promise<Response>((resolve) => (onOpen = resolve));
    const request = http.get(url, { agent: false });
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.on('error', () => {});
    const res = await opened;
    res.write(Buffer.alloc(MANY_BYTES));
    const closed = once(res, 'close');
    await until(() => streams.size === 0);
    await closed;
    request.destroy();
  });

  it('admit no client while another answer is before it', async () => {
    start({});
    const sent: string[] = [];
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('data', (chunk) => sent.push(String(chunk)));
    socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\nGET / HTTP/1.1\r\nHost: test\r\n\r\n');
    await until(() => sent.join('').includes('id: 1'));
    assert.equal(streams.size, 1);
    socket.destroy();
    await until(() => streams.size === 0);
  });
});
