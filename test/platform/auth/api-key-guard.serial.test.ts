import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Request } from 'express';
import { createApiKeyGuard } from '../../../server/platform/auth/api-key-guard.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { issueKey } from '../../support/requests/key-access.ts';
import { startServer, type TestServer } from '../../support/server.ts';

describe('the API key guard', () => {
  let server: TestServer;
  let key = '';

  before(async () => {
    server = await startServer();
    key = (await issueKey(server)).key;
  });
  after(() => server.close());

  it('takes the same time for every wrong key', async () => {
    const guard = createApiKeyGuard({ directory: server.services.apps.apiKeys, clock: systemClock, platformKey: server.apiKey });
    const wrong = [requestWith(otherAt(key, 12)), requestWith(otherAt(key, key.length - 1))] as const;
    await guard.verify(requestWith(key));
    // noise may make a single run differ; a comparison that stops early differs in every run
    for (let attempt = 1; ; attempt += 1) {
      const difference = Math.abs(welch(await timeEach((which) => guard.verify(wrong[which]), 5_000)));
      if (difference < 4.5) return;
      assert.ok(attempt < 4, `t = ${difference}`);
    }
  });
});

/** The key with another character at `index`. */
function otherAt(key: string, index: number): string {
  return key.slice(0, index) + (key[index] === 'A' ? 'B' : 'A') + key.slice(index + 1);
}

function requestWith(key: string): Request {
  const message = new IncomingMessage(new Socket());
  message.headers['x-api-key'] = key;
  return message as Request;
}

/** Milliseconds of both refusals, measured in random order, without the slowest tenth, which is noise. */
async function timeEach(refused: (which: 0 | 1) => Promise<unknown>, times: number): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []];
  while (samples[0].length < times || samples[1].length < times) {
    const which = Math.random() < 0.5 ? 0 : 1;
    const startedAt = performance.now();
    const outcome = await refused(which).then(
      () => 'accepted',
      () => 'refused',
    );
    samples[which].push(performance.now() - startedAt);
    assert.equal(outcome, 'refused');
  }
  return samples.map((values) => values.sort((a, b) => a - b).slice(0, Math.floor(values.length * 0.9))) as [number[], number[]];
}

/** Welch's t of two samples; beyond 4.5 they differ. */
function welch([a, b]: readonly [readonly number[], readonly number[]]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = (values: readonly number[]) => {
    const middle = mean(values);
    return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length;
  };
  return (mean(a) - mean(b)) / Math.sqrt(spread(a) + spread(b));
}
