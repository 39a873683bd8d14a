import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SCRIPT = path.join(import.meta.dirname, '../../../deploy/haproxy/galera-check.sh');
const SYNCED = { wsrep_ready: 'ON', wsrep_local_state: '4', wsrep_cluster_status: 'Primary', read_only: 'OFF' };

/** `npm run faults` runs the script on a cluster; here a script in place of the client prints what a node would answer. */
describe('the health check of a Galera node', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'diwan-check-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** The status line and the body that HAProxy gets. */
  async function check(client: string): Promise<{ status: string; body: string }> {
    writeFileSync(path.join(folder, 'mariadb'), `#!/bin/sh\n${client}\n`, { mode: 0o755 });
    const child = spawn('sh', [SCRIPT, '--socket=none'], { env: { PATH: `${folder}:${process.env['PATH']}` } });
    child.stdin.end('GET / HTTP/1.0\r\nHost: node1\r\n\r\n');
    let answer = '';
    for await (const chunk of child.stdout) answer += String(chunk);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    assert.match(head, new RegExp(`^Content-Length: ${body.length}$`, 'm'));
    return { status: head.split('\r\n')[0] ?? '', body };
  }

  const printing = (state: Record<string, string>): string =>
    Object.entries(state)
      .map(([name, value]) => `printf '${name}\\t${value}\\n'`)
      .join('\n');

  it('answers 200 only for a synchronised writable node', async () => {
    assert.equal((await check(printing(SYNCED))).status, 'HTTP/1.1 200 OK');
    for (const change of [
      { wsrep_ready: 'OFF' },
      { wsrep_local_state: '2' },
      { wsrep_cluster_status: 'non-Primary' },
      { read_only: 'ON' },
    ]) {
      const { status, body } = await check(printing({ ...SYNCED, ...change }));
      assert.equal(status, 'HTTP/1.1 503 Service Unavailable', JSON.stringify(change));
      const [[name, value] = []] = Object.entries(change);
      assert.ok(body.includes(`${name}\t${value}`), body);
    }
  });

  it('answers 503 when the client fails or hangs', async () => {
    for (const client of ['exit 1', 'exec sleep 600'])
      assert.equal((await check(client)).status, 'HTTP/1.1 503 Service Unavailable', client);
  });
});
