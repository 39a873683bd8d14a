import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Their clocks change in summer, and no server is likely to be in either. */
const ZONES = ['America/New_York', 'Pacific/Chatham'];
/** Marks the process that runs the tests below in another time zone, so that it starts no further one. */
const INSIDE = 'TEST_TIME_ZONE';
const FOLDERS = ['test/platform/domain/**/*.test.ts', 'test/platform/instant.test.ts', 'test/platform/input/every-field.test.ts'];

describe('the evaluation in another time zone of the process', () => {
  const zones = process.env[INSIDE] === undefined ? ZONES : [];
  for (const zone of zones)
    it(`gives every answer as before in ${zone}`, async function () {
      this.timeout(300_000);
      const args = [
        '--import',
        'tsx',
        'node_modules/mocha/bin/mocha.js',
        '--no-config',
        '--reporter',
        'dot',
        '--timeout',
        '60000',
        ...FOLDERS,
      ];
      const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, TZ: zone, [INSIDE]: zone } });
      const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      assert.equal(code, 0, output);
      assert.match(output, /\d{2,} passing/);
    });

  it('has the offset of that time zone', () => {
    const zone = process.env[INSIDE];
    const winter = new Date('2026-01-01T00:00:00Z').getTimezoneOffset();
    if (zone !== undefined) assert.notEqual(winter, 0, zone);
    assert.equal(Intl.DateTimeFormat().resolvedOptions().timeZone, process.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});
