import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { Admission } from '../../../server/platform/concurrency/admission.ts';
import { Deadline } from '../../../server/platform/concurrency/deadline.ts';
import { pauseProcess } from '../../support/programs/freeze.ts';

/** Longer than a request may take. */
const PAUSE_MS = 2_600;

describe('the deadline of a request', () => {
  let server: net.Server;
  let client: net.Socket;
  let peer: net.Socket;

  before(async () => {
    server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
    [peer] = (await once(server, 'connection')) as [net.Socket];
  });
  after(() => {
    client.destroy();
    server.close();
  });

  it('counts an answer that arrived during a pause', async () => {
    const deadline = new Deadline(null);
    const answer = deadline.bound(once(client, 'data'));
    peer.end('answer');
    pauseProcess(PAUSE_MS);
    assert.equal(String((await answer)[0]), 'answer');
    assert.equal(deadline.isOver, false);
  });

  it('counts only a part that waits as under way', async () => {
    const admission = new Admission({ delayMs: null, queueMs: () => 0 });
    const ready = new Deadline(admission).bound('ready');
    assert.equal(admission.underWay, 0);
    const waiting = new Deadline(admission).bound(Promise.resolve('late'));
    assert.equal(admission.underWay, 1);
    assert.deepEqual(await Promise.all([ready, waiting]), ['ready', 'late']);
    assert.equal(admission.underWay, 0);
  });

  it('ends a wait without an answer', async () => {
    await assert.rejects(async () => new Deadline(null).bound(once(client, 'data')), /took too long/);
  });
});
