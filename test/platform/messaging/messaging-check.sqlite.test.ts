import assert from 'node:assert/strict';
import { runCommand } from '../../support/programs/dist.ts';
import { startFakeGateway } from '../../support/providers/fake-gateway.ts';
import { MessagingFiles } from '../../support/providers/messaging-file.ts';
import { sendJson } from '../../support/providers/provider-apis.ts';

describe('messaging:check', () => {
  const files = new MessagingFiles();

  after(() => files.remove());

  const documentOf = (url: string) => ({
    providers: { log: { type: 'console' }, local: { type: 'http', url, json: { to: '{phone}', text: '{text}', from: '{sender}' } } },
    routes: [{ match: { countries: ['SA'] }, channels: [{ provider: 'local', sender: 'SOUQ' }] }, { channels: [{ provider: 'log' }] }],
  });
  const check = (args: readonly string[], url = 'http://127.0.0.1:9/send') =>
    runCommand('messaging-check', args, { NODE_ENV: 'test', ...files.write(documentOf(url)) } as Record<string, string>);

  it('says which route and providers a number takes', async () => {
    const { code, stdout } = await check(['--to', '00966 50 123 4567']);
    assert.equal(code, 0);
    for (const part of ['+966501234567 is a number of SA.', 'Route 1 of 2', '1. local as SOUQ', 'Nothing was sent'])
      assert.ok(stdout.includes(part), stdout);
    assert.match((await check(['--to', '+971501234567'])).stdout, /Route 2 of 2[\s\S]*1\. log/);
    assert.match((await check(['--to', '+881612345678'])).stdout, /No code is ever sent/);
  });

  it('sends a code when it is asked to', async () => {
    const gateway = await startFakeGateway((_call, response) => sendJson(response, 200, {}));
    const { code, stdout } = await check(['--to', '+966501234567', '--send'], `${gateway.url}/send`);
    await gateway.close();
    assert.equal(code, 0, stdout);
    assert.equal(JSON.parse(gateway.calls[0]?.body ?? '').to, '+966501234567');
    assert.match(stdout, /local accepted the code 123456/);
  });

  it('names what is missing or wrong', async () => {
    for (const [args, says] of [
      [[], /--to/],
      [['--to', '12'], /country code/],
      [['--to', '+966501234567', '--project', 'x'], /--project/],
      [['--to', '+966501234567', '--send'], /No channel accepted/],
      [['--to', '+881612345678', '--send'], /No code is ever sent to \+881612345678/],
    ] as const) {
      const { code, stderr } = await check(args);
      assert.equal(code, 1);
      assert.match(stderr, says);
    }
  });
});
