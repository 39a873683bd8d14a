import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { createProbe } from '../../support/probe-service.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const FORWARDED = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'];

describe('/metrics', () => {
  const withServer = async (env: Record<string, string>, work: (server: TestServer) => Promise<void>): Promise<void> => {
    const server = await startServer({ env });
    try {
      await work(server);
    } finally {
      await server.close();
    }
  };
  const get = (url: string, headers = {}): Promise<Answer> => ask(url, '/metrics', { headers });

  it('answers requests from this machine that no proxy forwarded', () =>
    withServer({}, async ({ url }) => {
      const answer = await get(url);
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
      assert.equal(answer.headers['cache-control'], 'no-store');
      for (const name of FORWARDED)
        for (const value of ['127.0.0.1', '6.6.6.6', ''])
          assert.equal(refusal(await get(url, { [name]: value })), '403 permission_denied', name);
    }));

  it('refuses other machines although a proxy is trusted', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
    await withServer({ HOST: '0.0.0.0', TRUST_PROXY: '1' }, async ({ url }) => {
      assert.equal(refusal(await get(url, { 'X-Forwarded-For': '127.0.0.1' })), '403 permission_denied');
      if (outside !== undefined) assert.equal(refusal(await get(url.replace('127.0.0.1', outside))), '403 permission_denied');
    });
  });

  it('answers only requests that send the configured METRICS_TOKEN', () =>
    withServer({ METRICS_TOKEN: 'a-long-metrics-token' }, async (server) => {
      const wrong = [
        undefined,
        '',
        'Bearer',
        'Bearer ',
        'Bearer x',
        'a-long-metrics-token',
        'Basic a-long-metrics-token',
        'Bearer a-long-metrics-token ',
        'Bearer a-long-metrics-toke',
        'Bearer A-LONG-METRICS-TOKEN',
        `Bearer ${operatorToken(server)}`,
        `Bearer ${server.apiKey}`,
      ];
      for (const value of wrong.map((text) => text?.trimEnd())) {
        if (value === 'Bearer a-long-metrics-token') continue;
        assert.equal(refusal(await get(server.url, value === undefined ? {} : { Authorization: value })), '401 not_authenticated', value);
      }
      for (const scheme of ['Bearer ', 'bearer ', 'Bearer  '])
        assert.equal((await get(server.url, { Authorization: `${scheme}a-long-metrics-token`, 'X-Forwarded-For': '6.6.6.6' })).status, 200);
    }));

  it('has few labels and none from the requests', async () => {
    const probe = createProbe();
    const server = await startServer({ extraServices: probe.services });
    const seriesOf = (text: string): string[] =>
      text.split('\n').filter((line) => line.startsWith('diwan_http_request_duration_seconds_count'));
    try {
      const word = (index: number): string => `secret-${index}-${(index * 7919).toString(36)}`;
      const paths = (index: number): string[] => [
        `/${word(index)}`,
        `/api/v1/apps/${word(index)}`,
        `/api/v1/apps/${word(index)}/version?currentVersion=${index}`,
        `/api/v1/probe/records/${index + 1}`,
        `/api/v1/probe/records/${word(index)}`,
        `/docs/${word(index)}`,
        `/API/v1/APPS/${word(index)}`,
      ];
      for (let index = 0; index < 40; index += 1) {
        const method = ['GET', 'POST', 'PATCH', 'TRACE', 'HEAD', 'PROPFIND'][index % 6] as string;
        await Promise.all(paths(index).map((path) => ask(server.url, path, { method })));
      }
      const { text } = await ask(server.url, '/metrics');
      assert.doesNotMatch(text, /secret/);
      const series = seriesOf(text);
      assert.ok(series.length < 60, `${series.length} series`);
      const routes = new Set(series.map((line) => /route="([^"]*)"/.exec(line)?.[1]));
      assert.deepEqual([...routes].sort(), ['/api/v1/apps/:slug', '/api/v1/apps/:slug/version', '/api/v1/probe/records/:id', 'unmatched']);
    } finally {
      await server.close();
    }
  });
});
