import assert from 'node:assert/strict';
import { migratedDatabaseUrl } from '../support/databases/migrated-database.ts';
import { alertExpressions, type Expression, metricsIn, panelExpressions } from '../support/documents/promql.ts';
import { ask } from '../support/requests/wire.ts';
import { startServer } from '../support/server.ts';

/** A server with everything that has metrics: a database server, and Redis, which may be away. */
async function servedMetrics(): Promise<Set<string>> {
  const server = await startServer({ env: { DATABASE_URL: await migratedDatabaseUrl(), REDIS_URL: 'redis://127.0.0.1:1' } });
  try {
    const { text } = await ask(server.url, '/metrics');
    const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
    return new Set(
      types.flatMap(([, name = '', type]) => (type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : name)),
    );
  } finally {
    await server.close();
  }
}

describe('the rules and the dashboard in deploy', () => {
  let served: Set<string>;

  before(async () => {
    served = await servedMetrics();
    // Prometheus itself adds it
    served.add('up');
  });

  const missing = (expressions: readonly Expression[]): string[] =>
    expressions.flatMap((expression) =>
      metricsIn(expression)
        .filter((name) => !served.has(name))
        .map((name) => `${expression.name}: ${name}`),
    );

  it('alert only on metrics that the server serves', () => {
    const alerts = alertExpressions();
    assert.ok(alerts.length >= 12);
    assert.deepEqual(missing(alerts), []);
  });

  it('show only metrics that the server serves', () => {
    const panels = panelExpressions();
    assert.ok(panels.length >= 20);
    assert.deepEqual(missing(panels), []);
  });

  it('show every metric of the server', () => {
    const used = new Set([...alertExpressions(), ...panelExpressions()].flatMap(metricsIn));
    const own = [...served].filter((name) => name.startsWith('diwan_') && !name.endsWith('_sum'));
    assert.deepEqual(
      own.filter((name) => !used.has(name)),
      [],
    );
  });
});
