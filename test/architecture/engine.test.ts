import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { engineName, freshDatabaseUrl, temporaryFolder } from '../support/engine.ts';

describe('the engine of a test run', () => {
  it('gives each caller a separate empty database', async () => {
    const urls = await Promise.all([freshDatabaseUrl(), freshDatabaseUrl()]);
    for (const url of urls) assert.match(url, engineName() === 'sqlite' ? /^sqlite:\// : /^mysql:\/\//);
    assert.notEqual(urls[0], urls[1]);
  });

  it('gives each caller a separate empty folder', async () => {
    const folders = await Promise.all([temporaryFolder(), temporaryFolder()]);
    for (const folder of folders) assert.deepEqual(readdirSync(folder), []);
    assert.notEqual(folders[0], folders[1]);
  });
});
