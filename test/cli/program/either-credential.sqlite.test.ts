import assert from 'node:assert/strict';
import { Operator } from '../../../models/platform-admin/Operator.ts';
import { createUser } from '../../auth/sessions/session-support.ts';
import { client } from '../../support/requests/client.ts';
import { phoneToken } from '../../support/requests/tokens.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { newHome } from '../support/home.ts';
import { type Outcome, runCli } from '../support/in-process.ts';

/** Every command of administration, in an order in which all succeed; `NAME` differs for each credential. */
const COMMANDS = [
  'whoami',
  'doctor',
  'apps create --slug NAME --name x --platform both --package-name com.example.x',
  'apps list',
  'apps show NAME',
  'apps update NAME --name y',
  'versions publish NAME --name 1.0.0 --code 1',
  'versions list NAME',
  'versions deactivate NAME 1',
  'versions activate NAME 1',
  'versions check NAME --current 1.0.0',
  'maintenance on NAME --confirm NAME',
  'maintenance schedule NAME --start 2h --read-only',
  'maintenance cancel NAME LAST',
  'maintenance status NAME',
  'maintenance off NAME',
  'maintenance history NAME',
  'flags create NAME dark --on',
  'flags list NAME',
  'flags get NAME dark',
  'flags set NAME dark --off',
  'flags enable NAME dark',
  'flags disable NAME dark',
  'flags rollout NAME dark 20 --yes',
  'flags schedule NAME dark --start 2h --yes',
  'flags targeting NAME dark --clear --yes',
  'flags targeting NAME dark',
  'flags changes NAME dark',
  'flags stale NAME',
  'segments create NAME gulf --conditions [{"attribute":"country","operator":"in","values":["SA"]}]',
  'segments list NAME',
  'segments show NAME gulf',
  'segments set NAME gulf --name Gulf',
  'flags diff NAME NAME',
  'flags types NAME',
  'segments delete NAME gulf --yes',
  'flags delete NAME dark --yes',
  'analytics NAME',
  'projects create --name NAME',
  'projects list',
  'projects show 11',
  'projects set 11 --name NAME',
  'operators create --username NAME --role staff --password-stdin',
  'operators list',
  'operators set LAST --role admin',
  'test-phones add +15550100001 --code 4711',
  'test-phones list',
  'test-phones remove +15550100001 --yes',
  'users list',
  'users show USER',
  'users set-role USER driver',
  'users suspend USER',
  'users activate USER',
  'users unlock USER',
  'users revoke-sessions USER',
  'reviews list',
  'reviews show REVIEW',
  'reviews approve REVIEW',
  'reviews reject REVIEW',
  'posts list',
  'posts show POST',
  'posts status POST planned',
  'stats',
  'waiting',
  'otp stats',
  'moderation queue',
  'keys create --name NAME',
  'keys list',
  'keys revoke LAST --yes',
  'api GET /api/v1/admin/apps',
  'api GET /api/v1/admin/reviews',
];

describe('diwan with one credential', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  async function runAll(name: string, env: Readonly<Record<string, string>>): Promise<void> {
    const home = { XDG_CONFIG_HOME: await newHome(), DIWAN_URL: cli.server.url, ...env };
    const { id } = await createUser(cli.server.db);
    const author = client(cli.server, { token: phoneToken(cli.server, { userId: id }) });
    const review = await author.post('/reviews', { itemType: 'store', itemId: 7, rating: 4 }).expect(201);
    const post = await author.post('/posts', { title: 'Dark mode', description: 'x', category: 'bug' }).expect(201);
    const records: Record<string, unknown> = { NAME: name, USER: id, REVIEW: review.body.data.id, POST: post.body.data.id };
    const fill = (word: string): string => String(records[word] ?? word);
    for (const command of COMMANDS) {
      const outcome: Outcome = await runCli([...command.split(' ').map(fill), '--json'], { env: home, input: 'a long password 4711\n' });
      assert.equal(outcome.code, 0, `diwan ${command} with ${name}: ${outcome.stdout}${outcome.stderr}`);
      records['LAST'] = JSON.parse(outcome.stdout)?.id ?? records['LAST'];
    }
  }

  it('runs every administrative command with a token alone', async () => {
    await cli.server.db.model(Operator).update({ isOwner: true }, { where: { id: cli.operator.id }, acrossProjects: true });
    const { username, password } = cli.operator;
    const { body } = await client(cli.server, {}, '/api/v1/auth/auth').post('/token', { username, password }).expect(200);
    await runAll('by-token', { DIWAN_TOKEN: body.access });
  });

  it('runs every administrative command with a key alone', async () => {
    await runAll('by-key', { DIWAN_API_KEY: cli.server.apiKey });
  });

  it('acts in the project that the credential belongs to', async () => {
    const { url, apiKey } = cli.server;
    const platform = client(cli.server, { apiKey });
    await platform.post('/admin/projects', { name: 'Other', id: 77 }).expect(201);
    const { body: key } = await platform.post('/admin/api-keys', { name: 'x', scopes: ['read'], projectId: 77 }).expect(201);
    const boss = { username: 'boss-of-77', password: 'a long password 4711' };
    const { body: operator } = await platform.post('/admin/projects/77/operators', { ...boss, role: 'admin' }).expect(201);
    const { body: token } = await client(cli.server, {}, '/api/v1/auth/auth').post('/token', boss).expect(200);
    for (const secret of [{ DIWAN_API_KEY: key.key }, { DIWAN_TOKEN: token.access }]) {
      const outcome = await runCli(['operators', 'list', '--json'], {
        env: { XDG_CONFIG_HOME: await newHome(), DIWAN_URL: url, ...secret },
      });
      assert.equal(outcome.code, 0, outcome.stdout);
      assert.deepEqual(
        JSON.parse(outcome.stdout).map(({ id }: { id: number }) => id),
        [operator.id],
      );
    }
  });

  it('moderates in the own name beside a key', async () => {
    const { id } = await createUser(cli.server.db);
    const author = client(cli.server, { token: phoneToken(cli.server, { userId: id }) });
    const { body } = await author.post('/reviews', { itemType: 'store', itemId: 7, rating: 4 }).expect(201);
    assert.equal((await cli.run(['reviews', 'reject', String(body.data.id)])).code, 0);
    const { data } = await cli.json<{ data: { actor: string }[] }>([
      'api',
      'GET',
      `/api/v1/admin/audit-log?subject=review:${body.data.id}`,
    ]);
    assert.deepEqual(
      data.map(({ actor }) => actor),
      [`operator:${cli.operator.id}`],
    );
  });
});
