import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/engine.ts';
import { buildDist } from '../../support/programs/dist.ts';
import { until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { ask } from '../../support/requests/wire.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** Other programs keep files there too. */
function demoFolders(parent: string): string[] {
  return readdirSync(parent).filter((name) => name.startsWith('diwan-demo-'));
}

describe('npm run demo', () => {
  it('serves demo data to the printed sign-in and deletes it', async () => {
    buildDist();
    const folder = await temporaryFolder();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const child = spawn(process.execPath, ['dist/server/commands/demo.js'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], TMPDIR: folder, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    try {
      await until(
        () => output.includes('npx diwan reviews list\n'),
        () => output,
      );
      assert.ok(output.includes(`Console  ${url}/console\nOpen     ${url}/docs\n`), output);
      assert.equal(demoFolders(folder).length, 1);
      const password = /operator demo, password (\S+) /.exec(output)?.[1] ?? '';
      const signedIn = await ask(url, '/api/v1/auth/auth/token/', { method: 'POST', body: { username: 'demo', password } });
      assert.equal(signedIn.status, 200, signedIn.text);
      const address = /curl -H 'X-Project-ID: 99' 'http:\/\/[^/]+(\S+)'/.exec(output)?.[1] ?? '';
      const posts = await ask(url, address, { headers: { 'X-Project-ID': '99' } });
      assert.deepEqual([posts.status, (posts.body['data'] as object[]).length], [200, 3]);
      const keyed = await ask(url, '/api/v1/admin/apps', { headers: { 'X-Api-Key': /API key {2}(\S+)/.exec(output)?.[1] ?? '' } });
      assert.equal(keyed.status, 200);
      const apps = await ask(url, '/api/v1/admin/apps', { headers: { Authorization: `Bearer ${signedIn.body['access']}` } });
      assert.match(apps.text, /"slug":"diwan-demo-driver".*"slug":"diwan-demo-shop"/);
    } finally {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    assert.deepEqual([child.exitCode, demoFolders(folder)], [0, []]);
  });
});
