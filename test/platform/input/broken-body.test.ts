import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import express from 'express';
import { systemClock } from '../../../server/platform/clock.ts';
import { AnswerHeaders } from '../../../server/platform/http/fast-path/response-headers.ts';
import { CLOSED } from '../../../server/platform/http/reply/cors.ts';
import { errorHandler } from '../../../server/platform/http/reply/error-handler.ts';
import { readJsonBody } from '../../../server/platform/http/request/body.ts';
import { createLogger } from '../../../server/platform/observe/logger.ts';
import { until } from '../../support/programs/process.ts';

const { log } = createLogger('silent', false);

/** Reads each body only after the client has closed its half of the connection, as a slow guard makes it happen. */
function startServer(onBody: (body: Promise<unknown>) => void): Server {
  const app = express();
  app.use((_req, res, next) => {
    res.locals.exchange = { requestId: 'test', headers: new AnswerHeaders(), policy: CLOSED, route: '/', report() {} };
    next();
  });
  app.post('/', async (req, res) => {
    await Promise.race([once(req.socket, 'end'), once(req.socket, 'close')]).catch(() => {});
    const body = readJsonBody(req, res);
    onBody(body);
    res.json({ body: (await body) ?? 'undefined' });
  });
  app.use(errorHandler({ clock: systemClock, log, translate: () => null }));
  return app.listen(0, '127.0.0.1');
}

describe('a body whose connection is closed before it is read', () => {
  let server: Server;
  let bodies: Promise<unknown>[] = [];

  before(async () => {
    server = startServer((body) => bodies.push(body));
    await once(server, 'listening');
  });
  beforeEach(() => {
    bodies = [];
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  async function send(chunks: string): Promise<void> {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    const head = 'POST / HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    socket.end(head + chunks);
    await once(socket, 'close');
  }

  for (const [name, chunks] of [
    ['half-closed in a chunk', '5\r\n{"a"'],
    ['half-closed before the last chunk', '2\r\n{}\r\n'],
    ['a broken chunk', '2\r\n{}\r\nzz\r\n'],
  ] as const) {
    it(`is refused as invalid: ${name}`, async () => {
      await send(chunks);
      await until(() => bodies.length === 1);
      await assert.rejects(bodies[0] ?? Promise.resolve(), { status: 400, code: 'validation_error' });
    });
  }
});
