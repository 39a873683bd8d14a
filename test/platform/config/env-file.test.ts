import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from '../../../server/config/load-env-file.ts';
import { ConfigError, readConfig } from '../../../server/config/read-config.ts';
import type { Environment } from '../../../server/config/types.ts';

describe('loadEnvironment', () => {
  let directory: string;
  let file: string;

  function faultsIn(environment: Environment): readonly string[] {
    try {
      readConfig(loadEnvironment(environment, file));
      return [];
    } catch (error) {
      return error instanceof ConfigError ? error.faults : assert.fail(String(error));
    }
  }

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

  it('reports a misspelt name of the file too', () => {
    writeFileSync(file, 'REDIS_ULR=redis://cache\nNODE_EVN=production\n');
    const faults = ['NODE_EVN: unknown, expected NODE_ENV', 'REDIS_ULR: unknown, expected REDIS_URL'];
    assert.deepEqual(faultsIn({}), faults);
    assert.deepEqual(faultsIn({ TRUST_PROXI: '1' }), [...faults, 'TRUST_PROXI: unknown, expected TRUST_PROXY']);
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

  it('names each line that it cannot read and no value', () => {
    writeFileSync(file, 'HOST=localhost\nPORT 3000-hunter2\n# a comment\nLOG_LEVEL: info\n\n  export DATA_DIR=./data\n=hunter2\n');
    const lines = [2, 4, 7].map((line) => `${file}: line ${line} cannot be read, expected NAME=value, or a comment after #`);
    assert.deepEqual(faultsIn({}), lines);
    assert.deepEqual(faultsIn({ NODE_ENV: 'test' }), []);
  });

  it('refuses a value whose quote never ends', () => {
    for (const quote of ['"', "'", '`']) {
      writeFileSync(file, `PORT=4000\nADMIN_USERNAME=${quote}root\nHOST=localhost\n`);
      assert.deepEqual(faultsIn({}), [`${file}: the quote that opens in line 2 does not end, expected NAME="value"`]);
    }
  });

  it('reads blank lines, indented comments and values of several lines', () => {
    writeFileSync(file, '\uFEFFA="one\n  two: 2\n" # end\r\n\t\nB=it\'s\nC=`x`\n  # note\nexport  D=\n  E = 5 # note\n');
    assert.deepEqual(loadEnvironment({}, file), { A: 'one\n  two: 2\n', B: "it's", C: 'x', D: '', E: '5' });
  });

  it('reads the uncommented .env.example as the defaults', () => {
    const sample = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    writeFileSync(file, sample.replaceAll(/^#(?=[A-Z])/gm, ''));
    assert.deepEqual(readConfig(loadEnvironment({}, file)), readConfig({}));
    assert.ok(Object.keys(loadEnvironment({}, file)).length > 50);
  });
});
