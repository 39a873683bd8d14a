import assert from 'node:assert/strict';
import http from 'node:http';
import { AnalyticsEvent } from '../../models/apps/AnalyticsEvent.ts';
import { App } from '../../models/apps/App.ts';
import { User } from '../../models/auth/User.ts';
import { Project } from '../../models/platform-admin/Project.ts';
import { jsonOf } from '../../server/platform/http/endpoint.ts';
import { matches, servedRows } from '../support/documents/inventory.ts';
import { watchLoop } from '../support/loop-watch.ts';
import { type FakeProviders, startFakeProviders } from '../support/providers/fake-providers.ts';
import { admin, checkShape, isDryRun } from '../support/requests/client.ts';
import { type FuzzCase, type OpenOperation, requestsTo, type Schema, sampleCases } from '../support/requests/fuzz-cases.ts';
import { issueKey } from '../support/requests/key-access.ts';
import { operatorToken, phoneToken, USER_ID } from '../support/requests/tokens.ts';
import { type Answer, ask } from '../support/requests/wire.ts';
import { startServer, type TestServer } from '../support/server.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const AT_ONCE = 16;
const CHUNK = 100;
/** A busy machine pauses the process for up to half a second; a pattern that backtracks without end takes many seconds. */
const BLOCKED_MS = 1_000;

interface Documented extends OpenOperation {
  /** The documented error codes of each status. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

describe(`a fuzz of every operation of the OpenAPI document (FUZZ_SEED=${SEED})`, () => {
  let providers: FakeProviders;
  let server: TestServer;
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const rows = servedRows();

  before(async () => {
    providers = await startFakeProviders();
    server = await startServer({ env: { ...providers.env, STREAM_CONNECTIONS: '0' } });
  });
  after(async () => {
    agent.destroy();
    await server.close();
    await providers.close();
  });

  it(`finds no fault in ${REQUESTS} requests`, async () => {
    await plant();
    const keep = await snapshot();
    const { paths, components } = (await ask(server.url, '/openapi.json')).body as unknown as OpenApi;
    const operations = operationsOf(paths, components);
    const key = { 'X-Api-Key': server.apiKey };
    const limited = { 'X-Api-Key': (await issueKey(server, { apps: ['fuzz'] })).key };
    const good = [
      key,
      key,
      key,
      key,
      limited,
      { ...key, Authorization: `Bearer ${operatorToken(server)}` },
      { Authorization: `Bearer ${phoneToken(server)}` },
    ];
    const requests = requestsTo(operations, { good });
    const results = { faults: [] as string[], created: { apps: 0, projects: 0, events: 0 }, statuses: new Map<number, number>() };
    const loop = watchLoop();
    for (let sent = 0; sent < REQUESTS && results.faults.length < 5; sent += CHUNK) {
      const cases = sampleCases(requests, { seed: SEED + sent, count: CHUNK });
      const turns = cases[Symbol.iterator]();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const turn of turns) await run(turn, operations, results);
        }),
      );
    }
    const blocked = loop.stop();
    assert.equal(results.faults.join('\n'), '', `FUZZ_SEED=${SEED}`);
    assert.ok(
      (results.statuses.get(200) ?? 0) + (results.statuses.get(201) ?? 0) > REQUESTS / 10,
      `too few requests came through to mean anything: ${JSON.stringify([...results.statuses])}`,
    );
    assert.ok(blocked < BLOCKED_MS, `the event loop was blocked for ${blocked} ms`);
    assert.deepEqual((await ask(server.url, '/healthz')).body, { status: 'ok' });
    assert.deepEqual((await ask(server.url, '/readyz')).body, { status: 'ready', database: 'ok' });
    assert.deepEqual(await snapshot(), keep, 'existing records are unchanged');
    assert.deepEqual(
      {
        apps: await server.db.model(App).count(),
        projects: await server.db.model(Project).count(),
        events: await server.db.model(AnalyticsEvent).count(),
      },
      { apps: 2 + results.created.apps, projects: 2 + results.created.projects, events: results.created.events },
    );
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  /** Creates the records that the fuzz uses, and those that it must not change. */
  async function plant(): Promise<void> {
    const { post } = admin(server);
    for (const slug of ['fuzz', 'untouched'])
      await post('/admin/apps', { slug, name: slug, platform: 'both', packageName: 'com.example.fuzz' }).expect(201);
    await post('/admin/apps/untouched/versions', { versionName: '1.0.0', versionCode: 7, changelog: 'First' }).expect(201);
    await post('/admin/apps/untouched/features', { flagKey: 'kept', isEnabled: true, config: { a: [1, { b: 'ü' }] } }).expect(201);
    const phone = '+966500000001';
    await server.db.model(User).create({ id: USER_ID, projectId: 11, phone, phoneKey: phone });
    await post('/admin/projects', { id: 4_000_001, name: 'Untouched' }).expect(201);
  }

  async function snapshot(): Promise<unknown[]> {
    const { get } = admin(server);
    const addresses = [
      '/apps/untouched',
      '/apps/untouched/features',
      '/admin/apps/untouched/versions',
      '/admin/apps/untouched/features/admin',
      '/admin/apps/untouched/maintenance/history',
      '/admin/projects/4000001',
    ];
    return Promise.all(addresses.map(async (path) => (await get(path).expect(200)).body as unknown));
  }

  async function run(
    sent: FuzzCase,
    operations: readonly Documented[],
    results: { faults: string[]; created: { apps: number; projects: number; events: number }; statuses: Map<number, number> },
  ): Promise<void> {
    const { method, headers, body } = sent;
    let answer: Answer | undefined;
    try {
      answer = await ask(server.url, sent.path, { method, headers, agent, ...(body === undefined ? {} : { body }) });
      results.statuses.set(answer.status, (results.statuses.get(answer.status) ?? 0) + 1);
      const path = (sent.path.split('?')[0] as string).toLowerCase();
      check(
        sent,
        answer,
        operations.find((operation) => operation.method === method.toLowerCase() && matchesAddress(operation.path, path)),
      );
      count(path, answer, results.created);
    } catch (error) {
      const request = JSON.stringify({ ...sent, body: String(body).slice(0, 300) });
      const reason = error instanceof Error ? error.message.slice(0, 300) : String(error);
      results.faults.push(`${request} → ${answer?.status ?? 'no answer'} ${answer?.text.slice(0, 300)}: ${reason}`);
    }
  }

  function check({ method, path }: FuzzCase, answer: Answer, operation: Documented | undefined): void {
    const { status } = answer;
    assert.ok(status < 500, 'a failure of ours');
    if (operation === undefined || method === 'HEAD') return assert.ok([200, 204, 304, 400, 401, 403, 404, 405].includes(status));
    // a repeat answers 200 where 201 is documented
    const codes = operation.answers[status] ?? (status === 200 ? operation.answers[201] : undefined);
    assert.ok(codes !== undefined, `the status is not documented (it has ${Object.keys(operation.answers).join()})`);
    if (status >= 400 && 'errorCode' in answer.body) return assert.ok([400, 404].includes(status), 'a refusal of OFREP');
    if (status >= 400) return assert.ok(codes.includes(String(answer.body['code'])), `the code is not documented (it has ${codes.join()})`);
    const served = rows.find(
      ({ method: verb, address }) => verb === operation.method && address.replace(/:(\w+)/g, '{$1}') === operation.path,
    );
    if (status === 304 || status === 204) return assert.equal(answer.text, '');
    if (served?.endpoint.reply === 'events') return assert.equal(answer.text, 'retry: 60000\n\n');
    if (served?.endpoint.dryRunReply !== undefined && isDryRun(path.split('?')[1] ?? ''))
      return checkShape(served.endpoint.dryRunReply, JSON.parse(answer.text), `dry run of ${operation.path}`);
    const reply = jsonOf(served?.endpoint.reply ?? null);
    if (reply !== null) checkShape(reply, JSON.parse(answer.text), operation.path);
    else assert.ok(!operation.path.startsWith('/api/'), `${operation.path} is served by no known endpoint`);
  }

  function count(path: string, { status, body }: Answer, created: { apps: number; projects: number; events: number }): void {
    if (path.endsWith('/analytics/batch') && status === 200) created.events += Number(body['accepted']);
    if (status !== 201) return;
    if (path.endsWith('/admin/apps')) created.apps += 1;
    if (path.endsWith('/admin/projects')) created.projects += 1;
    if (path.endsWith('/analytics') && body['duplicate'] === false) created.events += 1;
  }
});

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { parameters?: unknown[]; requestBody?: { content: Record<string, { schema: unknown }> }; responses: Record<string, unknown> }
        >
      >
    >
  >;
  readonly components: unknown;
}

function operationsOf(paths: OpenApi['paths'], components: unknown): Documented[] {
  const resolve = (node: unknown): unknown =>
    typeof node === 'object' && node !== null && '$ref' in node ? lookUp({ components }, String(node.$ref)) : node;
  // pages answer with HTML, also their refusals
  const answering = Object.entries(paths).filter(([path]) => !/^\/(?:account-deletion|u)\//.test(path));
  return answering.flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody, responses }]) => ({
      method,
      path,
      parameters: parameters.map(resolve) as OpenOperation['parameters'],
      body: requestBody === undefined ? null : (resolve(requestBody.content['application/json']?.schema) as Schema),
      answers: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          (resolve(response) as { 'x-diwan-codes'?: string[] })['x-diwan-codes'] ?? [],
        ]),
      ),
    })),
  );
}

function lookUp(document: unknown, ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], document);
}

function matchesAddress(documented: string, path: string): boolean {
  return matches(documented.replace(/\{(\w+)\}/g, ':$1').toLowerCase(), path.replace(/\/$/, ''));
}
