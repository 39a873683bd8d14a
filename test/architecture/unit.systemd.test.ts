import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './source.ts';

const UNIT = path.join(ROOT, 'deploy/systemd/diwan.service');
/** The highest exposure that systemd shows in green. */
const GREEN = 3;

describe('the unit in deploy/systemd', () => {
  it('exposes little, as systemd-analyze rates it', () => {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', UNIT], { encoding: 'utf8' });
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    assert.ok(exposure < GREEN, `${exposure}\n${stdout}${stderr}`);
  });
});
