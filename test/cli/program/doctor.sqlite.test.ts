import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../support/redis.ts';
import { type FakeServer, json, refusal, startFakeServer } from './fake-server.ts';
import { byTwos, type Cli, newHome, type Outcome, runCli, startCliServer, successOf, tsv } from './support.ts';

const ALL = ['credentials', 'address', 'connection', 'health', 'readiness', 'version', 'clock', 'sign-in', 'api key'];

/** `check: status` of each line. */
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

  it('finds nothing wrong, and says what it looked at', async () => {
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

  it('stops where there is nothing left to look at', async () => {
    const cases = [
      [`http://127.0.0.1:${await freePort()}`, ['address: ok', 'connection: fail']],
      ['http://no-such-host.invalid', ['address: fail']],
      [fake.url, ['address: ok', 'connection: ok', 'health: fail']],
    ] as const;
    fake.answer((response) => void response.end('<html>'));
    await byTwos(cases, async ([url, expected]) => {
      const outcome = await cli.run(['doctor', '--url', url]);
      assert.deepEqual([outcome.code, verdicts(outcome).slice(1)], [1, expected], outcome.stdout);
      assert.ok(tsv(outcome.stdout).every(({ status, next }) => (status === 'ok') === (next === '')));
    });
  });

  it('warns of what is loose, missing or apart, and fails for what is refused', async () => {
    const home = await newHome();
    const nobody = await runCli(['doctor', '--url', cli.server.url], { env: { XDG_CONFIG_HOME: home } });
    assert.deepEqual(
      [nobody.code, verdicts(nobody).filter((line) => !line.endsWith(': ok'))],
      [0, ['credentials: warn', 'sign-in: warn', 'api key: warn']],
    );
    const loose = await newHome(cli.profile);
    chmodSync(path.join(loose, 'diwan/profiles.json'), 0o640);
    const env = { XDG_CONFIG_HOME: loose, DIWAN_TOKEN: 'a.b.c', DIWAN_API_KEY: 'dk_00000000_x' };
    const refused = await runCli(['doctor'], { env });
    assert.deepEqual(
      [refused.code, verdicts(refused).filter((line) => !line.endsWith(': ok'))],
      [1, ['credentials: warn', 'sign-in: fail', 'api key: fail']],
    );
  });

  it('tells a server that is not ready, of another version, with another clock', async () => {
    fake.answer((response, { url = '' }) => {
      response.setHeader('Date', 'Thu, 01 Jan 2026 00:00:00 GMT');
      if (url === '/healthz') json(response, { status: 'ok' });
      else if (url === '/readyz') refusal(response, 503, { code: 'unavailable', message: 'The database does not answer.' });
      else json(response, { info: { title: 'Diwan API', version: '9.9.9' } });
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
    assert.equal(fake.asked.filter((request) => request === 'GET /readyz').length, 1, 'a server that is not ready is asked once');
  });
});
