import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { readDocument } from '../support/documents/document.ts';
import { alertExpressions } from '../support/documents/promql.ts';
import { ROOT, read } from './source.ts';

const FOLDER = 'deploy/prometheus';

function promtool(...args: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: path.join(ROOT, FOLDER), encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('the alerts in deploy/prometheus', () => {
  it('are valid rules of Prometheus', () => {
    const { status, output } = promtool('check', 'rules', 'diwan.rules.yml');
    assert.equal(status, 0, output);
  });

  it('fire and stay silent as their tests say', () => {
    const { status, output } = promtool('test', 'rules', 'diwan.rules.test.yml');
    assert.equal(status, 0, output);
  });

  it('are loaded by the configuration that the document shows', () => {
    const blocks = readDocument('docs/operations.md').blocks.filter(({ mark }) => mark === 'prometheus');
    assert.equal(blocks.length, 1);
    const folder = mkdtempSync(path.join(tmpdir(), 'diwan-prometheus-'));
    try {
      const config = (blocks[0]?.text ?? '').replace('/etc/prometheus/diwan.rules.yml', path.join(ROOT, FOLDER, 'diwan.rules.yml'));
      writeFileSync(path.join(folder, 'prometheus.yml'), config);
      const { status, output } = promtool('check', 'config', path.join(folder, 'prometheus.yml'));
      assert.equal(status, 0, output);
      assert.match(output, /20 rules found/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('have a test that fires and a silent one', () => {
    const { tests }: { tests: { name: string }[] } = parse(read(`${FOLDER}/diwan.rules.test.yml`));
    const expected = alertExpressions().flatMap(({ name }) => [`${name} fires`, `${name} is silent`]);
    assert.deepEqual(tests.map(({ name }) => name).toSorted(), expected.toSorted());
  });
});
