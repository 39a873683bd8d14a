import assert from 'node:assert/strict';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { runCli } from '../support/in-process.ts';

const PUBLISH = ['versions', 'publish', 'shop', '--name', '1.0.0', '--code', '1', '--min', 'x', '--inactive'];

describe('an answer 400 of the server', () => {
  let fake: FakeServer;
  let env: Record<string, string>;
  before(async () => {
    fake = await startFakeServer();
    const secrets = { username: 'ana', accessToken: 'a', refreshToken: 'r', apiKey: 'k' };
    env = { XDG_CONFIG_HOME: await newHome({ url: fake.url, project: null, ...secrets }) };
  });
  after(() => fake.close());

  const refused = async (words: readonly string[], fields: readonly string[]): Promise<{ code: number; hint: string }> => {
    fake.respond((response) => {
      const errors = fields.map((field) => ({ field, message: `${field} is wrong` }));
      const body = { code: 'validation_error', message: 'The request is not valid.', requestId: 'r-1', errors };
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    const { code, stdout } = await runCli([...words, '--json'], { env });
    return { code, hint: JSON.parse(stdout).error.hint };
  };

  it('is wrong use when an option or argument is refused', async () => {
    for (const [words, fields, named] of [
      [PUBLISH, ['minVersion'], '--min'],
      [PUBLISH, ['versionCode', 'versionName'], '--code and --name'],
      [['flags', 'create', 'shop', 'f', '--on'], ['flagKey'], '<key>'],
      [['keys', 'create', '--name', 'x', '--app', 'a,b'], ['apps[1]'], '--app'],
      [['projects', 'set', '11', '--otp-ttl', '1'], ['settings.otp.ttlSeconds'], '--otp-ttl'],
      [['users', 'list', '--search', 'x'], ['q'], '--search'],
    ] as const)
      assert.deepEqual(await refused(words, fields), { code: 2, hint: `correct ${named}: run the command with --help` });
  });

  it('is a failure when no option gave the value', async () => {
    for (const [words, fields] of [
      [PUBLISH, ['changelog']],
      [PUBLISH, []],
      [['users', 'list'], ['limit']],
    ] as const)
      assert.equal((await refused(words, fields)).code, 1);
  });
});
