import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../support/programs/redis.ts';
import { startFakeProviders } from '../../support/providers/fake-providers.ts';
import { client } from '../../support/requests/client.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { type FakeServer, sendError, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { type Outcome, runCli } from '../support/in-process.ts';
import { successOf, tsv } from '../support/outcome.ts';

const ALL = [
  'credentials',
  'address',
  'connection',
  'health',
  'readiness',
  'version',
  'clock',
  'sign-in',
  'api key',
  'providers of codes',
  'webhooks',
];

/** Each line as `check: status`. */
function verdicts({ stdout }: Outcome): string[] {
  return tsv(stdout).map(({ check, status }) => `${check}: ${status}`);
}

describe('diwan doctor', () => {
  let cli: Cli;
  let fake: FakeServer;
  before(async () => {
    cli = await startCliServer();
    fake = await startFakeServer();
  });
  after(async () => {
    await cli.close();
    await fake.close();
  });

  it('reports every check of a healthy server', async () => {
    const outcome = successOf(await cli.run(['doctor']));
    assert.deepEqual(
      verdicts(outcome),
      ALL.map((check) => `${check}: ok`),
    );
    assert.match(outcome.stdout, new RegExp(`Signed in as ${cli.operator.username}, admin of project 11\\.`));
    const { checks } = await cli.json<{ checks: { check: string; status: string; next: null }[] }>(['doctor']);
    assert.deepEqual(
      checks.map(({ check, status, next }) => [check, status, next]),
      ALL.map((check) => [check, 'ok', null]),
    );
    const terminal = cli.terminal(['doctor', '--no-color']);
    assert.match((await terminal.ended()).text, /^ok {4}credentials: profile default of /);
  });

  it('stops after a failed connection check', async () => {
    const cases = [
      [`http://127.0.0.1:${await freePort()}`, ['address: ok', 'connection: fail']],
      ['http://no-such-host.invalid', ['address: fail']],
      [fake.url, ['address: ok', 'connection: ok', 'health: fail']],
    ] as const;
    fake.respond((response) => void response.end('<html>'));
    for (const [url, expected] of cases) {
      const outcome = await cli.run(['doctor', '--url', url]);
      assert.deepEqual([outcome.code, verdicts(outcome).slice(1)], [1, expected], outcome.stdout);
      assert.ok(tsv(outcome.stdout).every(({ status, next }) => (status === 'ok') === (next === '')));
    }
  });

  it('warns about missing and fails for refused credentials', async () => {
    const home = await newHome();
    const nobody = await runCli(['doctor', '--url', cli.server.url], { env: { XDG_CONFIG_HOME: home } });
    assert.deepEqual([nobody.code, verdicts(nobody).filter((line) => !line.endsWith(': ok'))], [0, ['credentials: warn', 'sign-in: warn']]);
    const loose = await newHome(cli.profile);
    chmodSync(path.join(loose, 'diwan/profiles.json'), 0o640);
    const env = { XDG_CONFIG_HOME: loose, DIWAN_TOKEN: 'a.b.c', DIWAN_API_KEY: 'dk_00000000_x' };
    const refused = await runCli(['doctor'], { env });
    assert.deepEqual(
      [refused.code, verdicts(refused).filter((line) => !line.endsWith(': ok'))],
      [1, ['credentials: warn', 'sign-in: fail', 'api key: fail']],
    );
  });

  it('names a provider whose breaker is open', async () => {
    const providers = await startFakeProviders();
    providers.break('whatsapp', 'error');
    const sending = await startCliServer({ env: providers.env });
    for (let sent = 0; sent < 6; sent += 1)
      await client(sending.server, {}, '/api/v2/auth')
        .post('/register-init', { phone: `+9665012345${10 + sent}` })
        .expect(200);
    const outcome = await sending.run(['doctor']);
    const found = tsv(outcome.stdout).find(({ check }) => check === 'providers of codes');
    assert.deepEqual([outcome.code, found?.['status']], [0, 'warn']);
    assert.match(found?.['finding'] ?? '', /: whatsapp$/);
    await sending.close();
    await providers.close();
  });

  it('names a next step other than doctor itself', async () => {
    const answers: Parameters<FakeServer['respond']>[0][] = [
      (response) => void response.destroy(),
      (response) => sendError(response, 503, { code: 'unavailable' }),
      (response, { url = '' }) =>
        url === '/healthz' ? sendJson(response, { status: 'ok' }) : sendError(response, 404, { code: 'not_found' }),
    ];
    for (const answer of answers) {
      fake.respond(answer);
      const { code, stdout } = await runCli(['doctor', '--url', fake.url], { env: { XDG_CONFIG_HOME: await newHome() } });
      assert.equal(code, 1);
      assert.doesNotMatch(stdout, /diwan doctor/);
    }
  });

  it('reports readiness, version and clock of the server', async () => {
    fake.respond((response, { url = '' }) => {
      response.setHeader('Date', 'Thu, 01 Jan 2026 00:00:00 GMT');
      if (url === '/healthz') sendJson(response, { status: 'ok' });
      else if (url === '/readyz?deep') sendError(response, 503, { code: 'unavailable', message: 'The database does not answer.' });
      else sendJson(response, { info: { title: 'Diwan API', version: '9.9.9' } });
    });
    const outcome = await runCli(['doctor', '--url', fake.url], { env: { XDG_CONFIG_HOME: await newHome() } });
    const found = tsv(outcome.stdout).filter(({ check = '' }) => ['readiness', 'version', 'clock'].includes(check));
    assert.equal(outcome.code, 1);
    assert.deepEqual(
      found.map(({ status }) => status),
      ['fail', 'warn', 'warn'],
    );
    assert.deepEqual(
      found.slice(0, 1).map(({ finding }) => finding),
      ['503: The database does not answer.'],
    );
    assert.match(found[1]?.['finding'] ?? '', /the server is 9\.9\.9, this diwan is \d/);
    assert.match(found[2]?.['finding'] ?? '', /this clock is \d+ s ahead of the server's/);
    assert.equal(fake.requests.filter((request) => request === 'GET /readyz?deep').length, 1, 'a server that is not ready is asked once');
  });
});
