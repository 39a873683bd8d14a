import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Profiles } from '../../../cli/profiles/store.ts';
import { movableClock } from '../../auth/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { newHome } from '../support/home.ts';
import { runCli } from '../support/in-process.ts';
import { successOf } from '../support/outcome.ts';

const LONGER_THAN_A_TOKEN_SECONDS = 3_700;

describe('an expired sign-in', () => {
  const clock = movableClock(new Date(Date.now()));
  let cli: Cli;
  before(async () => {
    cli = await startCliServer({ clock });
  });
  after(() => cli.close());

  const saved = (home: string): Profiles['profiles'][string] =>
    (JSON.parse(readFileSync(path.join(home, 'diwan/profiles.json'), 'utf8')) as Profiles).profiles['default'] ?? assert.fail('no profile');

  it('is refreshed once, silently, and saved', async () => {
    clock.advance(LONGER_THAN_A_TOKEN_SECONDS);
    const { code, stderr } = await cli.run(['reviews', 'list']);
    assert.deepEqual([code, stderr], [0, '']);
    const { accessToken, refreshToken, ...rest } = saved(cli.home);
    const { accessToken: oldAccess, refreshToken: oldRefresh, ...before } = cli.profile;
    assert.deepEqual(rest, before);
    assert.ok(accessToken !== oldAccess && refreshToken !== oldRefresh);
    successOf(await cli.run(['reviews', 'list']));
    assert.equal(saved(cli.home).accessToken, accessToken, 'a valid token is not refreshed');
  });

  it('is refreshed by two simultaneous commands', async () => {
    clock.advance(LONGER_THAN_A_TOKEN_SECONDS);
    const outcomes = await Promise.all([cli.run(['reviews', 'list']), cli.run(['reviews', 'list'])]);
    for (const outcome of outcomes) successOf(outcome);
    successOf(await cli.run(['reviews', 'list']));
  });

  it('exits with 4 when it cannot be refreshed', async () => {
    const { apiKey, url, username } = cli.profile;
    const home = await newHome({ url, username, apiKey, project: null, accessToken: 'a.b.c', refreshToken: 'not one' });
    const { code, stderr } = await runCli(['reviews', 'list'], { env: { XDG_CONFIG_HOME: home } });
    assert.equal(code, 4);
    assert.match(stderr, /next: run `diwan login`/);
    const { body } = await client(cli.server, {}, '/api/v1/auth/auth').post('/token/', cli.operator).expect(200);
    const gone = await newHome({ ...cli.profile, accessToken: 'a.b.c', refreshToken: body.refresh });
    await admin(cli.server).put(`/admin/projects/11/operators/${cli.operator.id}`, { isActive: false }).expect(200);
    const ended = await runCli(['reviews', 'list', '--json'], { env: { XDG_CONFIG_HOME: gone } });
    assert.deepEqual([ended.code, JSON.parse(ended.stdout).error.code], [4, 'token_not_valid']);
  });
});
