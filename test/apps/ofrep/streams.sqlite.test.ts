import assert from 'node:assert/strict';
import { until } from '../../support/programs/process.ts';
import { openStream } from '../../support/requests/event-stream.ts';
import { type Answer, ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { registerApp } from '../support.ts';
import { ALL_ANSWERS, CONTEXT, changeFlag, createFlags } from './support.ts';

interface Streamed {
  readonly flags: unknown;
  readonly eventStreams?: readonly { readonly endpoint: { readonly requestUri: string } }[];
}

describe('the list of flags for a client with streams', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer({ env: { STREAM_CONNECTIONS: '1' } });
  });
  beforeEach(async () => {
    slug = await registerApp(server);
    await createFlags(server, slug);
  });
  after(() => server.close());

  const list = (query = '?stream=sse', headers: Record<string, string> = {}): Promise<Answer> =>
    ask(server.url, `/api/v1/apps/${slug}/ofrep/v1/evaluate/flags${query}`, { method: 'POST', body: { context: CONTEXT }, headers });
  const bodyOf = ({ body }: Answer) => body as unknown as Streamed;
  const addressIn = (answer: Answer): string => String(bodyOf(answer).eventStreams?.[0]?.endpoint.requestUri);

  it('names the stream only when it is asked for', async () => {
    const streamed = await list();
    const { flags, eventStreams } = bodyOf(streamed);
    const requestUri = addressIn(streamed);
    assert.match(requestUri, new RegExp(`^/api/v1/apps/${slug}/events\\?since=\\d+$`));
    assert.deepEqual([flags, eventStreams], [ALL_ANSWERS, [{ type: 'sse', endpoint: { requestUri }, inactivityDelaySec: 120 }]]);
    for (const query of ['', '?stream=ws', '?stream=sse&stream=sse'])
      assert.deepEqual((await list(query)).body, { flags: ALL_ANSWERS }, query);
    assert.notEqual((await list('')).headers.etag, streamed.headers.etag);
  });

  it('leaves the stream out when all places are taken', async () => {
    const before = await list();
    const stream = await openStream(server.url + addressIn(before));
    await until(() => stream.text.endsWith('\n\n'));
    assert.deepEqual(stream.events, []);
    assert.deepEqual((await list()).body, { flags: ALL_ANSWERS });
    stream.drop();
    await until(() => server.services.eventStreams.size === 0);
    assert.equal((await list()).text, before.text);
  });

  it('reports a change between the list and the stream', async () => {
    const before = await list();
    await changeFlag(server, slug, ['killed', { description: 'The flags stay the same.' }]);
    const stream = await openStream(server.url + addressIn(before));
    await until(() => stream.events.length === 1);
    stream.drop();
    await until(() => server.services.eventStreams.size === 0);
    const again = await list('?stream=sse&flagConfigEtag=%22r1%22&flagConfigLastModified=1', {
      'If-None-Match': String(before.headers.etag),
    });
    assert.equal(again.status, 304, 'the flags are the same');
    await changeFlag(server, slug, ['killed', { isEnabled: true }]);
    assert.equal((await list('?stream=sse', { 'If-None-Match': String(before.headers.etag) })).status, 200);
  });
});
