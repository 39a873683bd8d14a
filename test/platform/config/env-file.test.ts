import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from '../../../server/config/load-env-file.ts';
import { ConfigError, readConfig } from '../../../server/config/read-config.ts';

describe('loadEnvironment', () => {
  let directory: string;
  let file: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'diwan-env-'));
    file = join(directory, '.env');
  });

  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('adds variables that the environment does not set', () => {
    writeFileSync(file, '# a comment\nPORT=4000\nHOST=127.0.0.1\nTEST_PHONES=+15550100001=123456\nADMIN_USERNAME="a # b"\n');
    const env = loadEnvironment({ HOST: 'localhost' }, file);
    assert.deepEqual(env, { PORT: '4000', HOST: 'localhost', TEST_PHONES: '+15550100001=123456', ADMIN_USERNAME: 'a # b' });
  });

  it('prefers an empty variable of the environment', () => {
    writeFileSync(file, 'PORT=4000\n');
    assert.equal(readConfig(loadEnvironment({ PORT: '' }, file)).http.port, 3000);
  });

  it('works when the file is absent', () => {
    assert.deepEqual(loadEnvironment({ PORT: '1' }, file), { PORT: '1' });
  });

  it('reads no file when NODE_ENV is test', () => {
    writeFileSync(file, 'PORT=4000\n');
    assert.deepEqual(loadEnvironment({ NODE_ENV: 'test' }, file), { NODE_ENV: 'test' });
  });

  it('reports a file that it cannot read', () => {
    assert.throws(
      () => loadEnvironment({}, directory),
      (error) => error instanceof ConfigError && /EISDIR/.test(error.message),
    );
  });

  it('reads the uncommented .env.example as the defaults', () => {
    const sample = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    writeFileSync(file, sample.replaceAll(/^#(?=[A-Z])/gm, ''));
    assert.deepEqual(readConfig(loadEnvironment({}, file)), readConfig({}));
    assert.ok(Object.keys(loadEnvironment({}, file)).length > 50);
  });
});
