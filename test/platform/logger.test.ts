import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { answerLogger } from '../../server/platform/observe/logger.ts';
import { memoryLog } from '../support/memory-log.ts';
import { buildDist } from '../support/programs/dist.ts';

const LOGGER = pathToFileURL(path.resolve(import.meta.dirname, '../../dist/server/platform/observe/logger.js')).href;

describe('the log line of a request', () => {
  it('is an error from 500 on, except for readiness probes', () => {
    const memory = memoryLog();
    const logAnswer = answerLogger(memory.log);
    const levelOf = (route: string, status: number): unknown => {
      logAnswer({ method: 'GET', route, status, seconds: 0.001 }, 'id');
      return memory.lines().at(-1)?.['level'];
    };
    assert.deepEqual([levelOf('/readyz', 503), levelOf('/readyz', 500), levelOf('/api/v1/posts', 503)], [30, 50, 50]);
  });

  it('is a single short line on a terminal', async () => {
    buildDist();
    const script = `const { logAnswer } = (await import('${LOGGER}')).createLogger('info', true);
      logAnswer({ method: 'GET', route: '/readyz', status: 503, seconds: 0.00123 }, 'one');
      logAnswer({ method: 'PUT', route: '/api/v1/posts/:id', status: 500, seconds: 1.5 }, 'two');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    const lines = stripVTControlCharacters(stdout).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.replace(/^\[[\d:.]+\] /, '')),
      ['INFO: GET /readyz 503 in 1.2 ms {"requestId":"one"}', 'ERROR: PUT /api/v1/posts/:id 500 in 1500 ms {"requestId":"two"}'],
    );
  });
});
